import { domainToUnicode } from "node:url";
import { domainNameWarnings, type Warning } from "@zonepost/schema";

/** Warnings about a name that people may mistake for another one. Takes A-labels. */
export const confusableName = (name: string): Warning[] => domainNameWarnings(domainToUnicode(name));
