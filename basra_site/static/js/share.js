// Hands the link to the device's own list of ways to send it; where there is none, copies it.
const button = document.querySelector("#share");
const field = document.querySelector("#link");

const share = async () => {
  if (navigator.share) {
    await navigator.share({ title: button.dataset.title, url: field.value }).catch(() => {});
    return;
  }
  await navigator.clipboard.writeText(field.value);
  button.querySelector("span").textContent = button.dataset.copied;
};

if (button && (navigator.share || navigator.clipboard)) {
  button.hidden = false;
  button.addEventListener("click", share);
}
field?.addEventListener("focus", () => field.select());
