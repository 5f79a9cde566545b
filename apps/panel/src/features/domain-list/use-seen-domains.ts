"use client";
import type { ChosenDomain } from "@zonepost/schema/panel";
import { useState } from "react";
import { type SelectedDomain, withUnicodeName } from "@/features/domains/listed-domain.ts";

function createSeenDomains() {
  const seen = new Map<string, SelectedDomain>();
  return {
    /** Returns the IDs. */
    remember: (domains: readonly ChosenDomain[]): string[] =>
      domains.map(({ name, status, expiresAt }) => {
        const domain = withUnicodeName({ name, status, expiresAt });
        seen.set(domain.unicodeName, domain);
        return domain.unicodeName;
      }),
    of: (ids: readonly string[]): SelectedDomain[] => ids.flatMap((id) => seen.get(id) ?? []),
  };
}

/** The domains that this page has read, by ID of their rows. A selection keeps those that a filter no longer shows. */
export const useSeenDomains = () => useState(createSeenDomains)[0];
