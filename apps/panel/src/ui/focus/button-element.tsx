"use client";
import { useMergedRef } from "@mantine/hooks";
import { type ComponentProps, type MouseEvent, useRef } from "react";
import { useReturnedFocus } from "./use-returned-focus.ts";

type ButtonElementProps = ComponentProps<"button"> & { "data-loading"?: boolean; "data-disabled"?: boolean };

const ignore = (event: MouseEvent) => {
  event.preventDefault();
  event.stopPropagation();
};

/**
 * The element of Mantine's buttons. They disable it while they load, and a disabled element loses the focus. This one
 * keeps it and ignores clicks instead. If its action removes it, the focus isn't lost either.
 */
export function ButtonElement({ ref, type = "button", disabled, onClick, ...props }: ButtonElementProps) {
  const element = useRef<HTMLButtonElement>(null);
  const mergedRef = useMergedRef(element, ref);
  const isLoading = Boolean(props["data-loading"]) && !props["data-disabled"];
  useReturnedFocus(element, isLoading);
  return (
    <button
      {...props}
      ref={mergedRef}
      type={type}
      disabled={disabled && !isLoading}
      aria-disabled={isLoading || props["aria-disabled"]}
      onClick={isLoading ? ignore : onClick}
    />
  );
}
