export const statusTones = ["good", "warn", "bad", "info", "waiting", "off"] as const;
export type StatusTone = (typeof statusTones)[number];

export const nextActors = ["you", "zonepost", "registry", "other_registrar", "nobody"] as const;
export type NextActor = (typeof nextActors)[number];

/** A record is itself the fact, such as a paid order or the registry's response. A check is only as true as it is recent. */
export type Evidence = { record: string } | { check: string; intervalMs: number };

export type StatusEntry = { word: string; tone: StatusTone; nextActor: NextActor; evidence: Evidence };
export type StatusTable<State extends string = string> = Readonly<Record<State, StatusEntry>>;

const hourMs = 3_600_000;

/** How often each check runs on its own. */
export const checkIntervalsMs = {
  dnssec: 24 * hourMs,
  nameservers: 24 * hourMs,
  mailDns: 6 * hourMs,
  zonePublication: 6 * hourMs,
} as const;

type Words = Readonly<Record<string, readonly [word: string, tone: StatusTone, nextActor: NextActor]>>;

export const tableOf = <Table extends Words>(evidence: Evidence, table: Table) =>
  Object.fromEntries(
    Object.entries(table).map(([state, [word, tone, nextActor]]) => [
      state,
      { word, tone, nextActor, evidence },
    ]),
  ) as { readonly [State in keyof Table]: StatusEntry };

/** The results of a check, and other entries, which don't rest on one. */
export const checkTableOf = <Table extends Words, Others extends StatusTable>(
  check: Evidence,
  results: Table,
  others: Others,
) => ({ ...tableOf(check, results), ...others });

/** For a check that has never run. */
export const notCheckedYet: StatusEntry = {
  word: "Not checked yet",
  tone: "waiting",
  nextActor: "zonepost",
  evidence: { record: "No check has run." },
};

/** For a check whose last result is too old to rely on, or that couldn't be carried out. */
export const couldNotCheck: StatusEntry = {
  word: "Couldn't check",
  tone: "waiting",
  nextActor: "zonepost",
  evidence: { record: "The last check is older than twice its interval, or couldn't be carried out." },
};
