// A guess that spares a newcomer one choice; it can be changed in the settings.
const field = document.querySelector('input[name="time_zone"]');
if (field) {
  field.value = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
}
