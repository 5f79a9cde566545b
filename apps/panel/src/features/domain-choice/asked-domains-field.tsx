"use client";
import dynamic from "next/dynamic";
import { useDeferredValue } from "react";
import type { DomainsFieldProps } from "./domains-field.tsx";

const DomainsField = dynamic(() => import("./domains-field.tsx").then((module) => module.DomainsField));

/** Deferred, so that the radio button that asks for it doesn't wait for the list's code and styles. */
export function AskedDomainsField({ isAsked, ...field }: DomainsFieldProps & { isAsked: boolean }) {
  return useDeferredValue(isAsked) ? <DomainsField {...field} /> : null;
}
