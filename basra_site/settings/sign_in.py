"""Settings of accounts: how people sign up and in; part of every environment's settings."""

from .social import get_sites

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
SESSION_COOKIE_AGE = 60 * 24 * 3600  # seconds since the last day of use

# --- Sign-up and sign-in: an address, proven by a code in the browser that asked ---------------
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "games:home"
LOGOUT_REDIRECT_URL = "games:home"
ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "signup": "accounts.forms.SignupForm",
    "login": "accounts.library_forms.LoginForm",
    "add_email": "accounts.library_forms.AddEmailForm",
    "change_password": "accounts.library_forms.ChangePasswordForm",
    "set_password": "accounts.library_forms.SetPasswordForm",
    "reset_password": "accounts.library_forms.ResetPasswordForm",
    "reset_password_from_key": "accounts.library_forms.ResetPasswordKeyForm",
    "reauthenticate": "accounts.library_forms.ReauthenticateForm",
    "request_login_code": "accounts.library_forms.RequestLoginCodeForm",
    "confirm_login_code": "accounts.library_forms.ConfirmLoginCodeForm",
    "confirm_email_verification_code": "accounts.library_forms.ConfirmEmailVerificationCodeForm",
    "confirm_reauthentication_code": "accounts.library_forms.ConfirmReauthenticationCodeForm",
    "confirm_password_reset_code": "accounts.library_forms.ConfirmPasswordResetCodeForm",
}
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1"]
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_LOGIN_ON_PASSWORD_RESET = True
CODE_LIFETIME = 15 * 60  # seconds
# Joining takes no less, so that the clock does not tell whether an address has an account.
JOINING_LASTS = 0.3  # seconds
ACCOUNT_LOGIN_TIMEOUT = CODE_LIFETIME
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_TIMEOUT = CODE_LIFETIME
ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_RESEND = True
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_LOGIN_BY_CODE_TIMEOUT = CODE_LIFETIME
ACCOUNT_LOGIN_BY_CODE_SUPPORTS_RESEND = True
ACCOUNT_PASSWORD_RESET_BY_CODE_ENABLED = True
ACCOUNT_PASSWORD_RESET_BY_CODE_TIMEOUT = CODE_LIFETIME
# Digits can be typed on the keyboards of every language.
ALLAUTH_USER_CODE_FORMAT = {"numeric": True, "length": 8, "dashed": True}
# Beside the library's own limits: nobody's mailbox is filled through us.
ACCOUNT_RATE_LIMITS = {
    "confirm_email": "1/10s/key,10/h/key",
    "request_login_code": "20/m/ip,60/h/key",
    "reset_password": "20/m/ip,60/h/key",
    # Both of them, of one visitor to one address (accounts/limits.py).
    "code_of_visitor": "3/m/key,10/h/key",
    "manage_email": "10/m/user,20/h/user",
    # New guests from one network address: a school may come, a flood may not.
    "guest": "100/h/ip",
    "guest_address": "30/h/ip,5/h/key",
    "test_mail": "3/h/key",
    "play_from_mail": "60/m/ip",
}

# --- Sign-in with another site (docs/decisions/sign-in.md) --------------------------------------
SOCIALACCOUNT_ADAPTER = "accounts.social_adapter.SocialAdapter"
SOCIALACCOUNT_FORMS = {"signup": "accounts.forms.SocialSignupForm"}
SOCIALACCOUNT_PROVIDERS = get_sites()
SOCIALACCOUNT_AUTO_SIGNUP = False
SOCIALACCOUNT_EMAIL_AUTHENTICATION_AUTO_CONNECT = True
SOCIALACCOUNT_STORE_TOKENS = False

# --- The second factor of the staff (docs/decisions/roles.md) ------------------------------------
STAFF_NEED_SECOND_FACTOR = False
MFA_ADAPTER = "accounts.second_factor.SecondFactorAdapter"
MFA_FORMS = {
    "authenticate": "accounts.library_forms.SecondFactorForm",
    "reauthenticate": "accounts.library_forms.SecondFactorAgainForm",
    "activate_totp": "accounts.library_forms.ActivateTotpForm",
}
MFA_TOTP_ISSUER = "Basra"
# The clock of a phone may be half a minute off.
MFA_TOTP_TOLERANCE = 1
