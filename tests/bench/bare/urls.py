from django.urls import include, path

from tests.bench.bare.views import step

urlpatterns = [path("bare/<int:pk>/", step), path("", include("basra_site.urls"))]
