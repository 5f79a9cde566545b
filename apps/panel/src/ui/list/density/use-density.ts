"use client";
import { useSyncExternalStore } from "react";
import { type Density, densityCookie, densityOf } from "./density.ts";

const listeners = new Set<() => void>();

function listen(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

// The root layout renders the attribute, and the tables' styles depend on it.
const shownDensity = () => densityOf(document.documentElement.dataset.density);

export function setDensity(density: Density): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `${densityCookie}=${density}; Path=/; Max-Age=31536000; SameSite=Lax`;
  document.documentElement.dataset.density = density;
  for (const listener of listeners) {
    listener();
  }
}

export const useDensity = (): Density =>
  useSyncExternalStore(listen, shownDensity, () => densityOf(undefined));
