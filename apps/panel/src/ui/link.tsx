"use client";
import NextLink from "next/link";
import { type ComponentProps, useState } from "react";

/**
 * Next's link, which prefetches only on hover or focus. By default, Next prefetches every visible link, including its
 * scripts.
 */
export function Link({ onPointerEnter, onFocus, ...props }: ComponentProps<typeof NextLink>) {
  const [isWanted, setIsWanted] = useState(false);
  return (
    <NextLink
      prefetch={isWanted ? null : false}
      {...props}
      onPointerEnter={(event) => {
        setIsWanted(true);
        onPointerEnter?.(event);
      }}
      onFocus={(event) => {
        setIsWanted(true);
        onFocus?.(event);
      }}
    />
  );
}
