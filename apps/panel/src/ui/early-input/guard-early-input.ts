declare global {
  /** Events for which React has called the page's handlers. */
  var handledEvents: WeakSet<Event> | undefined;
  /** The text of fields that React hadn't hydrated when they were last changed. */
  var typedEarly: WeakMap<EventTarget, string> | undefined;
  /** The newest link that was opened in this tab without loading the page again. */
  var openedLink: string | undefined;
}

/**
 * Until React has hydrated a control, a click does nothing, instead of submitting the page, and a choice is undone, because
 * React wouldn't notice it. Typed text is kept for `onTyped`. Runs inline before all other scripts, so it must not use
 * anything outside itself.
 */
export function guardEarlyInput(): void {
  const handledEvents = new WeakSet<Event>();
  const typedEarly = new WeakMap<EventTarget, string>();
  Object.assign(window, { handledEvents, typedEarly });
  const settle = (event: Event) => {
    const control = event.target as Element;
    if (handledEvents.has(event)) {
      return;
    }
    if (event.type === "submit" || control.closest("button, [type=checkbox], [type=radio]")) {
      event.preventDefault();
    } else if (event.type === "input" && control instanceof HTMLSelectElement) {
      for (const option of control.options) {
        option.selected = option.defaultSelected;
      }
    }
  };
  for (const type of ["click", "submit", "input"]) {
    addEventListener(
      type,
      (event) => {
        if (type === "input") {
          typedEarly.set(event.target as Element, (event.target as HTMLInputElement).value);
        }
        // React stops an event for a part whose script hasn't arrived. A listener that is added now still runs.
        document.addEventListener(type, () => event.cancelBubble && settle(event), {
          capture: true,
          once: true,
        });
      },
      true,
    );
    addEventListener(type, settle);
  }
  addEventListener("hashchange", ({ newURL }) => {
    window.openedLink = newURL;
  });
}
