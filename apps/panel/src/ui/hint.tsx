"use client";
import {
  cloneElement,
  type FocusEvent,
  type PointerEvent,
  type ReactElement,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { createPortal } from "react-dom";
import classes from "./hint.module.css";

const delayMs = 300;
const gap = 6;
const margin = 8;

type Place = { left: number; top: number; side: "above" | "below" };

function placeAt(element: Element): Place {
  const { left, top, bottom, width } = element.getBoundingClientRect();
  const side = top > 48 ? "above" : "below";
  return { left: left + width / 2, top: side === "above" ? top - gap : bottom + gap, side };
}

type Handlers = {
  onPointerEnter?: (event: PointerEvent<HTMLElement>) => void;
  onPointerLeave?: (event: PointerEvent<HTMLElement>) => void;
  onFocus?: (event: FocusEvent<HTMLElement>) => void;
  onBlur?: (event: FocusEvent<HTMLElement>) => void;
  "aria-describedby"?: string | undefined;
};

/** A tooltip on hover, focus and touch. Mantine's would add 20 kB for a positioning library. */
export function Hint(props: { label: string | (() => string); children: ReactElement<Handlers> }) {
  const { label, children } = props;
  const id = useId();
  const [place, setPlace] = useState<Place>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const box = useRef<HTMLDivElement>(null);
  const hide = () => {
    clearTimeout(timer.current);
    setPlace(undefined);
  };
  const show = (element: Element, afterMs: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setPlace(placeAt(element)), afterMs);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!place) {
      return undefined;
    }
    // Once its width is known, it is moved inside the window.
    const element = box.current;
    if (element) {
      const { left, right } = element.getBoundingClientRect();
      const shift = left < margin ? margin - left : Math.min(0, window.innerWidth - margin - right);
      element.style.translate = `calc(-50% + ${shift}px) ${place.side === "above" ? "-100%" : "0"}`;
    }
    const close = () => setPlace(undefined);
    const closeByKey = (event: KeyboardEvent) => event.key === "Escape" && close();
    window.addEventListener("scroll", close, { capture: true, passive: true });
    window.addEventListener("keydown", closeByKey);
    return () => {
      window.removeEventListener("scroll", close, { capture: true });
      window.removeEventListener("keydown", closeByKey);
    };
  }, [place]);
  return (
    <>
      {cloneElement(children, {
        onPointerEnter: (event) => show(event.currentTarget, event.pointerType === "touch" ? 0 : delayMs),
        onPointerLeave: hide,
        onFocus: (event) => event.currentTarget.matches(":focus-visible") && show(event.currentTarget, 0),
        onBlur: hide,
        "aria-describedby": place ? id : undefined,
      })}
      {place
        ? createPortal(
            <div
              ref={box}
              id={id}
              role="tooltip"
              className={classes.hint}
              data-side={place.side}
              style={{ left: place.left, top: place.top }}
            >
              {typeof label === "string" ? label : label()}
            </div>,
            document.body,
          )
        : null}
    </>
  );
}
