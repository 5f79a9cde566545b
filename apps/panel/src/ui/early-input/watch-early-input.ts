/** How React's handlers report to the script that watches for early input. */
type EarlyInput = {
  /** React has delivered this event to the handlers of the page. */
  delivered: (event: Event) => void;
  /** Tries again, since more of the page may react now. */
  replay: (flushSync: (change: () => void) => void) => void;
  /** The page's effects have run, so it listens for keys. */
  replayKeys: () => void;
  /** The newest link that was opened in this tab without loading the page again, once. */
  takeOpenedLink: () => string | undefined;
};

declare global {
  var earlyInput: EarlyInput | undefined;
}

/**
 * Remembers clicks, submits, changed fields and keys that the page doesn't react to yet, and repeats each once it does.
 * React drops events for parts that aren't hydrated, and calls no handler above them, so a handler on the body tells
 * whether an event arrived. Runs inline before all other scripts, so it must not use anything outside itself.
 */
export function watchEarlyInput(pageEndId: string): void {
  type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
  const delivered = new WeakSet<Event>();
  /** Fields that React hadn't hydrated when they were last changed. */
  const unknown = new WeakSet<Field>();
  const fields = new Map<Field, { value: string; checked: boolean }>();
  const actions = new Map<HTMLElement, { url: string; pressed: Animation }>();
  let keys: KeyboardEventInit[] = [];
  let renderChanges: Parameters<EarlyInput["replay"]>[0] | undefined;
  let listensForKeys = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let openedLink: string | undefined;

  const settle = (element: HTMLElement) => {
    actions.get(element)?.pressed.cancel();
    actions.delete(element);
    document.documentElement.toggleAttribute("data-waits", actions.size > 0);
  };
  const forget = () => {
    for (const element of actions.keys()) {
      settle(element);
    }
    keys = [];
  };
  const remember = (element: HTMLElement) => {
    if (!actions.has(element)) {
      // An animation, because React compares attributes with its own.
      const opacity = matchMedia("(prefers-reduced-motion: reduce)").matches ? [0.6, 0.6] : [0.7, 0.4, 0.7];
      const pressed = element.animate({ opacity }, { duration: 1200, iterations: Number.POSITIVE_INFINITY });
      actions.set(element, { url: location.href, pressed });
      document.documentElement.setAttribute("data-waits", "");
    }
    tryLater();
  };
  const tryLater = (delayMs = 50) => {
    if (renderChanges && timer === undefined) {
      timer = setTimeout(replay, delayMs);
    }
  };
  const arrives = (target: Element, event: Event) => {
    target.dispatchEvent(event);
    return delivered.has(event);
  };

  const isCheck = (field: Field) => field.type === "checkbox" || field.type === "radio";
  /** A render may have put back what React knows. */
  const restore = (field: Field, { value, checked }: { value: string; checked: boolean }) => {
    const property = isCheck(field) ? "checked" : "value";
    const wanted = isCheck(field) ? checked : value;
    if ((field as HTMLInputElement)[property] !== wanted) {
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), property)?.set?.call(field, wanted);
    }
  };
  const trackerOf = (field: Field) =>
    (field as { _valueTracker?: { setValue: (value: string) => void } })._valueTracker;
  const change = (field: Field, state: { value: string; checked: boolean }): boolean => {
    restore(field, state);
    // React ignores an event after which the field is as it was when it was hydrated.
    const tracker = trackerOf(field);
    tracker?.setValue(isCheck(field) ? String(!state.checked) : `${state.value} `);
    if (!arrives(field, new Event("input", { bubbles: true }))) {
      return false;
    }
    if (!tracker && trackerOf(field)) {
      // This event has only made React hydrate the field.
      return change(field, state);
    }
    if (isCheck(field) || field.tagName === "SELECT") {
      field.dispatchEvent(new Event(isCheck(field) ? "click" : "change", { bubbles: true }));
    }
    return true;
  };
  const isPossible = (element: HTMLElement, url: string) => {
    const modal = document.querySelector("[aria-modal=true]");
    const isReachable = element.isConnected && (modal === null || modal.contains(element));
    return isReachable && url === location.href && !element.matches(":disabled, [aria-disabled=true]");
  };
  const replayFields = () => {
    for (const [field, state] of fields) {
      if (!field.isConnected || change(field, state)) {
        fields.delete(field);
      }
    }
  };
  const replay = () => {
    timer = undefined;
    replayFields();
    // A form is sent as its fields are now.
    renderChanges?.(() => {});
    const [next] = actions;
    if (next) {
      const [element, { url }] = next;
      const isWaiting = [...fields.keys()].some((field) => field.form?.contains(element));
      if (!isPossible(element, url)) {
        settle(element);
      } else if (!isWaiting) {
        if (element instanceof HTMLFormElement) {
          element.requestSubmit();
        } else {
          element.click();
        }
      }
    }
    if (fields.size > 0 || actions.size > 0) {
      tryLater();
    }
  };
  const mayListenForKeys = () =>
    document.readyState !== "complete" || document.getElementById(pageEndId) !== null;
  const replayKeys = () => {
    listensForKeys = true;
    const pressed = keys;
    keys = [];
    for (const [index, key] of pressed.entries()) {
      const target = document.activeElement ?? document.body;
      if (!target.matches("input, textarea")) {
        target.dispatchEvent(new KeyboardEvent("keydown", { ...key, bubbles: true, cancelable: true }));
      } else if (index > 0) {
        // A key before this one moved the focus to a field, and the rest was meant for it.
        const rest = pressed.splice(index).map(({ key: typed }) => typed);
        document.execCommand("insertText", false, rest.join(""));
      }
    }
  };

  /** React stops an event for a part that it can't hydrate yet. Only later listeners of the document still get it. */
  const listen = <Type extends "click" | "submit" | "input" | "keydown">(
    type: Type,
    handle: (event: WindowEventMap[Type]) => void,
  ) => {
    const handleStopped = (event: Event) => {
      if (event.cancelBubble) {
        handle(event as WindowEventMap[Type]);
      }
    };
    const moveLast = () => {
      document.removeEventListener(type, handleStopped, true);
      document.addEventListener(type, handleStopped, true);
    };
    addEventListener(type, moveLast, true);
    addEventListener(type, handle);
  };

  listen("click", (event) => {
    const target = event.target instanceof Element ? event.target : null;
    const button = target?.closest("button");
    if (button && event instanceof MouseEvent && !delivered.has(event)) {
      // The form's own submit would leave the page.
      event.preventDefault();
      if (event.isTrusted && !button.disabled) {
        remember(button);
      }
    }
    if (event.isTrusted && target?.closest("a[href]")) {
      forget();
    }
  });
  listen("submit", (event) => {
    if (!delivered.has(event)) {
      event.preventDefault();
      remember(event.target as HTMLFormElement);
    }
  });
  addEventListener(
    "beforeinput",
    ({ target }) => {
      const state = fields.get(target as Field);
      if (state) {
        restore(target as Field, state);
      }
    },
    true,
  );
  const noteUnknown = ({ target, isTrusted }: Event) => {
    const field = target as Field;
    if (isTrusted && field.matches("input, textarea") && !trackerOf(field)) {
      unknown.add(field);
    }
  };
  // React also misses the change of the event that makes it hydrate a part, which for a checkbox is the click before it.
  addEventListener("click", noteUnknown, true);
  addEventListener("input", noteUnknown, true);
  listen("input", (event) => {
    const field = event.target as Field;
    const isUnknown = unknown.delete(field);
    if (event.isTrusted && (isUnknown || fields.has(field) || !delivered.has(event))) {
      const { value, checked = false, name, form } = field as HTMLInputElement;
      for (const other of fields.keys()) {
        if (field.type === "radio" && other.type === "radio" && other.name === name && other.form === form) {
          fields.delete(other);
        }
      }
      fields.set(field, { value, checked });
      tryLater();
    }
  });
  listen("keydown", (event) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    const isTyped = event.target instanceof Element && event.target.matches("input, textarea, select");
    if (key === "Escape") {
      forget();
    } else if (!listensForKeys && mayListenForKeys() && event.isTrusted && !isTyped && !altKey) {
      const isShortcut = ctrlKey || metaKey ? key.toLowerCase() === "k" : key.length === 1 && key !== " ";
      if (isShortcut) {
        event.preventDefault();
        keys.push({ key, code: event.code, ctrlKey, metaKey, shiftKey });
      }
    }
  });
  addEventListener("hashchange", ({ newURL }) => {
    openedLink = newURL;
  });
  // A script that doesn't arrive won't be waited for.
  addEventListener(
    "error",
    (event) => {
      if (event.target instanceof HTMLScriptElement) {
        forget();
      }
    },
    true,
  );
  window.earlyInput = {
    delivered: (event) => {
      delivered.add(event);
      // What arrived need not be repeated.
      const target = event.target as Element;
      const action = target.closest<HTMLElement>(event.type === "submit" ? "form" : "button");
      if (action && event.type !== "input") {
        settle(action);
      }
    },
    replay: (flushSync) => {
      renderChanges = flushSync;
      clearTimeout(timer);
      timer = undefined;
      // Not now: within an effect, React would only render the changes later.
      tryLater(0);
    },
    replayKeys: () => void setTimeout(replayKeys),
    takeOpenedLink: () => {
      const link = openedLink;
      openedLink = undefined;
      return link;
    },
  };
}
