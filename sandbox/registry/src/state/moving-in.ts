import type { DsRecord } from "../rules/delegation.ts";

/** The authorization information of all domains that can be transferred in. */
export const movingInAuthInfo = "Moving-In-2026";

/** A domain of the other registrar that a user of the sandbox can transfer in. */
export type MovingInDomain = {
  name: string;
  registeredDaysAgo: number;
  registeredYears: number;
  isLocked: boolean;
  dsRecords: DsRecord[];
};

const plain = { registeredDaysAgo: 300, registeredYears: 1, isLocked: false, dsRecords: [] };

export const movingInDomains: readonly MovingInDomain[] = [
  { ...plain, name: "moving-in.com" },
  { ...plain, name: "moving-in.net" },
  { ...plain, name: "moving-in.de" },
  { ...plain, name: "moving-in.eu" },
  { ...plain, name: "moving-in-locked.com", isLocked: true },
  { ...plain, name: "moving-in-young.com", registeredDaysAgo: 10 },
  {
    ...plain,
    name: "moving-in-signed.com",
    dsRecords: [
      {
        keyTag: 20326,
        algorithm: 13,
        digestType: 2,
        digest: "5C1F0A6D2B9E47830F6E1D2C3B4A59687796A5B4C3D2E1F00F1E2D3C4B5A6978",
      },
    ],
  },
];
