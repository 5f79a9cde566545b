import type { AttentionItem, AttentionKind } from "@zonepost/schema";

/** Something of a module's that needs attention, before it is put into words. */
export type Concern = {
  kind: AttentionKind;
  subject: AttentionItem["subject"];
  /** Stays the same while the problem lasts. */
  since: Date;
  until: Date | null;
  facts: Record<string, string | number | null>;
};

/** A concern as its query returns it: with ISO 8601 times. */
export type ConcernRow = Omit<Concern, "since" | "until" | "subject"> & {
  since: string;
  until: string | null;
};

export const withSubject = (
  { kind, since, until, facts }: ConcernRow,
  subject: Concern["subject"],
): Concern => ({
  kind,
  subject,
  since: new Date(since),
  until: until === null ? null : new Date(until),
  facts,
});
