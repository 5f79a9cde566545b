import { expect, type Page } from "@playwright/test";

/** The widths of phones, tablets, laptops and large screens; 320 px is also what 400 % leaves of 1280. */
const widths = [1920, 1440, 1100, 820, 768, 390, 320] as const;

/**
 * Runs in the page. Finds text that is printed over other text, out of the box that is drawn around it or out of the
 * window, or that is cut off without an ellipsis, and whether the page scrolls sideways.
 */
const findFaults = (): string[] => {
  type Box = { left: number; top: number; right: number; bottom: number };
  type TextBox = Box & { text: string; element: Element; layer: Element };
  const faults = new Set<string>();
  const isClipping = (style: CSSStyleDeclaration) => style.overflowX !== "visible";
  const isScrolling = (style: CSSStyleDeclaration) =>
    /auto|scroll/.test(`${style.overflowX}${style.overflowY}`);
  const isDrawn = (style: CSSStyleDeclaration) =>
    (style.borderLeftStyle !== "none" && Number.parseFloat(style.borderLeftWidth) > 0) ||
    !/^rgba\(0, 0, 0, 0\)$|^transparent$/.test(style.backgroundColor);
  const styles = new Map<Element, CSSStyleDeclaration>();
  const styleOf = (element: Element) => {
    const known = styles.get(element) ?? getComputedStyle(element);
    styles.set(element, known);
    return known;
  };
  const rects = new Map<Element, DOMRect>();
  const rectOf = (element: Element) => {
    const known = rects.get(element) ?? element.getBoundingClientRect();
    rects.set(element, known);
    return known;
  };
  const short = (text: string) => JSON.stringify(text.trim().replace(/\s+/g, " ").slice(0, 60));

  /** Ancestors whose box contains the element. Absolute ones, such as a label above a bar, may leave the box they are in. */
  const containersOf = (element: Element) => {
    const found: { container: Element; mayLeave: boolean }[] = [];
    let isAway = false;
    let mayLeave = false;
    for (let one: Element | null = element; one && one !== document.body; one = one.parentElement) {
      const style = styleOf(one);
      const isPositioned = style.position !== "static" || style.transform !== "none";
      if (!isAway || isPositioned) {
        found.push({ container: one, mayLeave });
        isAway = style.position === "absolute";
        mayLeave ||= isAway;
      }
      if (style.position === "fixed") {
        break;
      }
    }
    return found;
  };
  /** What lies over the page may cover it. */
  const layerOf = (element: Element) => {
    for (let one: Element | null = element; one; one = one.parentElement) {
      if (/fixed|sticky/.test(styleOf(one).position) || one.matches("[data-portal], [role=dialog]")) {
        return one;
      }
    }
    return document.documentElement;
  };

  const boxes: TextBox[] = [];
  const add = (text: string, element: Element, lines: Iterable<Box>) => {
    const containers = containersOf(element);
    const layer = layerOf(element);
    for (const line of lines) {
      const seen = { left: line.left, top: line.top, right: line.right, bottom: line.bottom };
      let isInScroller = false;
      let cutBy: string | undefined;
      let outOf: string | undefined;
      for (const { container, mayLeave } of containers) {
        const style = styleOf(container);
        // Boxes of inline elements follow their text.
        if (style.display === "inline") {
          continue;
        }
        const box = rectOf(container);
        if (isClipping(style)) {
          const isCut = seen.right > box.right + 2 || seen.left < box.left - 2;
          isInScroller ||= isScrolling(style);
          if (isCut && !isInScroller && style.textOverflow !== "ellipsis") {
            cutBy = container.className.toString();
          }
          seen.left = Math.max(seen.left, box.left);
          seen.right = Math.min(seen.right, box.right);
          seen.top = Math.max(seen.top, box.top);
          seen.bottom = Math.min(seen.bottom, box.bottom);
          // Hidden except from screen readers, or scrolled away.
          if (seen.right - seen.left < 2 || seen.bottom - seen.top < 2) {
            break;
          }
        } else if (!mayLeave && isDrawn(style)) {
          const slack = (line.bottom - line.top) / 4;
          if (
            seen.right > box.right + 1 ||
            seen.left < box.left - 1 ||
            seen.bottom > box.bottom + slack ||
            seen.top < box.top - slack
          ) {
            outOf = container.className.toString();
          }
        }
      }
      if (seen.right - seen.left < 2 || seen.bottom - seen.top < 2) {
        continue;
      }
      if (cutBy !== undefined) {
        faults.add(`${short(text)} is cut off by ${cutBy}`);
      }
      if (outOf !== undefined) {
        faults.add(`${short(text)} sticks out of ${outOf}`);
      }
      if (seen.left < -1 || seen.right > window.innerWidth + 1) {
        faults.add(`${short(text)} is outside of the window`);
      }
      boxes.push({ ...seen, text, element, layer });
    }
  };

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const { parentElement: element, nodeValue: text } = node;
    if (!element || !text?.trim() || element.closest("script, style, noscript, option, svg")) {
      continue;
    }
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) {
      continue;
    }
    const range = document.createRange();
    range.selectNodeContents(node);
    add(text, element, range.getClientRects());
  }
  for (const field of document.querySelectorAll("input, select, textarea")) {
    if (!field.checkVisibility({ opacityProperty: true, visibilityProperty: true })) {
      continue;
    }
    if (field.matches("[type=hidden], [type=checkbox], [type=radio], [type=file]")) {
      continue;
    }
    const style = styleOf(field);
    const { left, top, right, bottom } = rectOf(field);
    add(`(field ${field.getAttribute("aria-label") ?? field.id})`, field, [
      {
        left: left + Number.parseFloat(style.paddingLeft),
        top: top + Number.parseFloat(style.paddingTop),
        right: right - Number.parseFloat(style.paddingRight),
        bottom: bottom - Number.parseFloat(style.paddingBottom),
      },
    ]);
  }

  boxes.sort((one, other) => one.top - other.top);
  for (const [index, one] of boxes.entries()) {
    for (let next = index + 1; next < boxes.length; next += 1) {
      const other = boxes[next];
      if (!other || other.top >= one.bottom) {
        break;
      }
      const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const height = Math.min(one.bottom, other.bottom) - other.top;
      // Line boxes of tight lines touch by a few pixels, without their letters doing so.
      const lower = Math.min(one.bottom - one.top, other.bottom - other.top);
      if (one.element !== other.element && one.layer === other.layer && width > 2 && height > lower * 0.3) {
        faults.add(`${short(one.text)} is printed over ${short(other.text)}`);
      }
    }
  }
  const sideways = document.documentElement.scrollWidth - window.innerWidth;
  if (sideways > 0) {
    faults.add(`the page scrolls sideways by ${sideways} px`);
  }
  return [...faults];
};

/** Reads the open page at its present width, once what follows the width has been drawn. */
export async function layoutFaults(page: Page): Promise<string[]> {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  return page.evaluate(findFaults);
}

/** Resizes the open page to each width. */
export async function findNothingOverlapping(page: Page, where: string) {
  const faults: Record<number, string[]> = {};
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    const found = await layoutFaults(page);
    if (found.length > 0) {
      faults[width] = found;
    }
  }
  expect({ where, faults }).toEqual({ where, faults: {} });
}

/** How far content has moved since the page was loaded, without anyone having touched it. */
export const layoutShift = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const observer = new PerformanceObserver(() => undefined);
        observer.observe({ type: "layout-shift", buffered: true });
        requestAnimationFrame(() => {
          const shifts = observer.takeRecords() as (PerformanceEntry & {
            value: number;
            hadRecentInput: boolean;
          })[];
          resolve(shifts.reduce((sum, one) => (one.hadRecentInput ? sum : sum + one.value), 0));
        });
      }),
  );
