const canTakeFocus = (element: Element | null): element is HTMLElement =>
  element instanceof HTMLElement &&
  element !== document.body &&
  element.isConnected &&
  !element.matches(":disabled");

/** If the focus is lost, returns it to `opener`. If that can't take it, the dialog on top or the page's title gets it. */
export function returnFocus(opener: Element | null = null) {
  const focused = document.activeElement;
  if (focused && focused !== document.body) {
    return;
  }
  if (canTakeFocus(opener)) {
    opener.focus({ preventScroll: true });
    return;
  }
  const place = [...document.querySelectorAll<HTMLElement>("[role=dialog], main h1")];
  const below = place.findLast((element) => element.role === "dialog") ?? place[0];
  if (below) {
    below.tabIndex = -1;
    below.focus({ preventScroll: true });
  }
}
