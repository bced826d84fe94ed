"""Acts of the staff: a reason, a preview of what follows, a confirmation, a row in the log."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, Generic, TypeVar

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.utils import quote, unquote
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Model
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.audit import name_act, record
from accounts.desk_conflicts import CONFLICT
from accounts.models import User

Row = TypeVar("Row", bound=Model)
Data = dict[str, Any]

ACT_REFUSED = "act.refused"
name_act(ACT_REFUSED, gettext_lazy("Wanted to act in a matter of their own"))

MIN_REASON, MAX_REASON = 10, 1000


class ActForm(forms.Form):
    """Why something is done. Acts that need to know more add fields, before the reason."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        help_text=gettext_lazy("For the audit log: why, in a sentence. Players do not see it."),
        min_length=MIN_REASON,
        max_length=MAX_REASON,
        widget=forms.Textarea(attrs={"rows": 3, "dir": "auto"}),
    )

    def __init__(self, *args: Any, obj: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.obj = obj
        self.order_fields([*(name for name in self.fields if name != "reason"), "reason"])


class Act(ABC, Generic[Row]):
    """One thing that the staff may do to a row, through the services, never by a raw save.

    `name` is part of the address and, after the model's name, the code in the audit log; `done` is
    the sentence that tells of it afterwards. `permission` is like "games.end_game". `refusals` are
    the errors by which `perform` refuses.
    """

    name: ClassVar[str]
    title: ClassVar[str | Promise]
    done: ClassVar[str | Promise]
    permission: ClassVar[str]
    form_class: ClassVar[type[ActForm]] = ActForm
    refusals: ClassVar[tuple[type[Exception], ...]] = ()

    def __init__(self, actor: User) -> None:
        self.actor = actor

    @property
    def is_allowed(self) -> bool:
        return self.actor.has_perm(self.permission)

    def find_obstacle(self, obj: Row) -> str | Promise | None:
        """Why the act makes no sense now, in a sentence; None where it does."""
        return None

    def is_possible(self, obj: Row) -> bool:
        """Without it there is no button."""
        return self.find_obstacle(obj) is None

    def has_conflict(self, obj: Row) -> bool:
        """Whether the actor has a side in it (accounts/desk_conflicts.py)."""
        return False

    @abstractmethod
    def foresee(self, obj: Row, data: Data) -> list[str]:
        """Tell in sentences what would follow, computed for the case. Changes nothing."""

    @abstractmethod
    def perform(self, obj: Row, data: Data) -> None:
        """Do it, inside the caller's transaction. Raises one of `refusals`."""

    @abstractmethod
    def snapshot(self, obj: Row) -> Data:
        """What the audit log keeps of the row, before the act and after it."""

    def explain(self, refusal: Exception) -> str:
        """Say one of the `refusals` in words."""
        return str(refusal)

    def lock(self, obj: Row) -> Row:
        """The row as it is now, locked until the transaction ends."""
        rows = type(obj)._default_manager.select_for_update(of=("self",), no_key=True)
        locked: Row = rows.get(pk=obj.pk)
        return locked


def carry_out(act: Act[Row], obj: Row, data: Data) -> None:
    """Do it and write it down, in one transaction. Raises what the act raises."""
    with transaction.atomic():
        before, name = act.snapshot(obj), str(obj)
        act.perform(obj, data)
        changed = type(obj)._default_manager.get(pk=obj.pk)
        record(
            act.actor,
            f"{obj._meta.model_name}.{act.name}",
            changed,
            name=name,
            reason=data["reason"],
            before=before,
            after=act.snapshot(changed),
        )


class ActsAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # not generic at run time
    """Adds the buttons and pages of `acts` to an object's page."""

    acts: Sequence[type[Act[Any]]] = ()

    def __init__(self, model: type[Model], admin_site: admin.AdminSite) -> None:
        super().__init__(model, admin_site)
        for act in self.acts:
            name_act(f"{model._meta.model_name}.{act.name}", act.title)

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.act_view)
        own = path("<path:object_id>/acts/<str:name>/", view, name=self._address_name())
        return [own, *super().get_urls()]

    def act_view(self, request: HttpRequest, object_id: str, name: str) -> HttpResponse:
        """Form, then preview, then the act. Nothing is done but by a confirmed POST."""
        obj = self._get_viewed(request, object_id)
        act = self._get_act(request, name)
        if refused := self._refuse_at_once(request, act, obj):
            return refused
        form = act.form_class(request.POST if request.method == "POST" else None, obj=obj)
        step = request.POST.get("step")
        if step == "edit" or not form.is_valid():
            return self._show(request, act, obj, {"form": form})
        if step == "do":
            return self._do(request, act, obj, form)
        return self._preview(request, act, obj, form)

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        obj = kwargs.get("obj")
        acts = self._list_possible(request, obj) if obj else []
        if any(act.has_conflict(obj) for act in acts[:1]):  # one for all
            context["conflict"], acts = CONFLICT, []
        context["acts"] = [(self._address_of_act(obj, act), act.title) for act in acts]
        return super().render_change_form(request, context, *args, **kwargs)

    def _do(self, request: HttpRequest, act: Act[Any], obj: Any, form: ActForm) -> HttpResponse:
        try:
            with transaction.atomic():
                locked = act.lock(obj)
                if refused := self._refuse_at_once(request, act, locked):
                    return refused
                if not _has_seen(request, act.foresee(locked, form.cleaned_data)):
                    return self._preview(request, act, locked, form, has_changed=True)
                carry_out(act, locked, form.cleaned_data)
        except act.refusals as refusal:
            return self._refuse(request, act, obj, act.explain(refusal))
        messages.success(request, f"{act.done} {_('It is in the audit log.')}")
        return HttpResponseRedirect(self._address_of(obj))

    def _preview(
        self,
        request: HttpRequest,
        act: Act[Any],
        obj: Any,
        form: ActForm,
        **more: bool,
    ) -> HttpResponse:
        sentences = act.foresee(obj, form.cleaned_data)
        hidden = [field.as_hidden(attrs={"id": False}) for field in form]
        context = {"form": form, "hidden": hidden, "sentences": sentences, **more}
        return self._show(request, act, obj, {**context, "seen": digest(sentences)})

    def _refuse_at_once(self, request: HttpRequest, act: Act[Any], obj: Any) -> HttpResponse | None:
        if act.has_conflict(obj):
            record(act.actor, ACT_REFUSED, obj, after={"act": act.name})
            return self._refuse(request, act, obj, str(CONFLICT))
        obstacle = act.find_obstacle(obj)
        return None if obstacle is None else self._refuse(request, act, obj, str(obstacle))

    def _refuse(self, request: HttpRequest, act: Act[Any], obj: Any, words: str) -> HttpResponse:
        return self._show(request, act, obj, {"refusal": words}, status=409)

    def _show(
        self,
        request: HttpRequest,
        act: Act[Any],
        obj: Any,
        context: dict[str, Any],
        *,
        status: int = 200,
    ) -> HttpResponse:
        page = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "original": obj,
            "act": act,
            "title": f"{act.title}: {obj}",
            "back_url": self._address_of(obj),
            **context,
        }
        return TemplateResponse(request, "admin/act.html", page, status=status)

    def _get_viewed(self, request: HttpRequest, object_id: str) -> Any:
        obj = self.get_object(request, unquote(object_id))
        if obj is None:
            raise Http404
        if not self.has_view_permission(request, obj):
            raise PermissionDenied
        return obj

    def _get_act(self, request: HttpRequest, name: str) -> Act[Any]:
        act = next((act(request.user) for act in self.acts if act.name == name), None)  # type: ignore[arg-type]  # the site asks who it is
        if act is None:
            raise Http404
        if not act.is_allowed:
            raise PermissionDenied
        return act

    def _list_possible(self, request: HttpRequest, obj: Any) -> list[Act[Any]]:
        acts = (act(request.user) for act in self.acts)  # type: ignore[arg-type]  # as above
        return [act for act in acts if act.is_allowed and act.is_possible(obj)]

    def _address_of_act(self, obj: Any, act: Act[Any]) -> str:
        return reverse(f"admin:{self._address_name()}", args=[quote(obj.pk), act.name])

    def _address_name(self) -> str:
        return f"{self.opts.app_label}_{self.opts.model_name}_act"

    def _address_of(self, obj: Any) -> str:
        name = f"admin:{self.opts.app_label}_{self.opts.model_name}_change"
        return reverse(name, args=[quote(obj.pk)])


def digest(sentences: Sequence[str]) -> str:
    """What a confirmation names, so that it confirms these consequences and no others."""
    return salted_hmac("accounts.desk_acts", "\n".join(sentences), algorithm="sha256").hexdigest()


def _has_seen(request: HttpRequest, sentences: Sequence[str]) -> bool:
    return constant_time_compare(request.POST.get("seen", ""), digest(sentences))
