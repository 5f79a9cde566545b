"use client";
import NextLink from "next/link";
import { type ComponentProps, useState } from "react";

/**
 * Next's link, which loads its page ahead once a pointer or the focus is on it. Next itself would do so for every link in
 * view, scripts included.
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
