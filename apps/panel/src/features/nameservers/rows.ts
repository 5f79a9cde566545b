import {
  type Nameserver,
  type NameserverInput,
  nameserversInput,
  normalizeDomainName,
} from "@zonepost/schema";

/** A row of the editor as typed. */
export type Row = { id: number; host: string; addresses: string };
export type RowField = "host" | "addresses";
export type RowProblems = { list?: string; rows: Record<number, Partial<Record<RowField, string>>> };

const addressesIn = (text: string) => text.split(/[\s,;]+/).filter((address) => address !== "");
const isBlank = (row: Row) => row.host.trim() === "" && row.addresses.trim() === "";

/** Whether a host is below the domain, so that the registry needs its addresses. */
export function needsGlue(host: string, domainName: string): boolean {
  const typed = normalizeDomainName(host);
  const name = typed.ok ? typed.name : host.trim().toLowerCase().replace(/\.$/, "");
  return name === domainName || name.endsWith(`.${domainName}`);
}

export const rowsOf = (nameservers: Nameserver[]): Omit<Row, "id">[] =>
  nameservers.map(({ host, addresses }) => ({ host, addresses: addresses.join(", ") }));

/** The rows without blank ones, in the order in which they are sent. */
export const filledRows = (rows: Row[]): Row[] => rows.filter((row) => !isBlank(row));

/** The typed rows, with addresses only for hosts under the domain. */
export const inputOf = (rows: Row[], domainName: string) => ({
  nameservers: filledRows(rows).map(({ host, addresses }) => ({
    host,
    addresses: needsGlue(host, domainName) ? addressesIn(addresses) : [],
  })),
});

/** Parses the rows with the API's schema: the input to send, or the errors by row. */
export function validateRows(
  rows: Row[],
  domainName: string,
): { ok: true; nameservers: NameserverInput[] } | { ok: false; problems: RowProblems } {
  const result = nameserversInput.safeParse(inputOf(rows, domainName));
  if (result.success) {
    return { ok: true, nameservers: result.data.nameservers };
  }
  return {
    ok: false,
    problems: assignProblems(
      rows,
      result.error.issues.map((issue) => ({
        pointer: `/${issue.path.map(String).join("/")}`,
        message: issue.message,
      })),
    ),
  };
}

/** Assigns errors to rows by their pointers, such as `/nameservers/1/addresses/0`. */
export function assignProblems(rows: Row[], errors: { pointer: string; message: string }[]): RowProblems {
  const sent = filledRows(rows);
  const problems: RowProblems = { rows: {} };
  for (const { pointer, message } of errors) {
    const [, index, field] = /\/nameservers\/(\d+)(?:\/(host|addresses))?/.exec(pointer) ?? [];
    const row = index === undefined ? undefined : sent[Number(index)];
    if (!row) {
      problems.list ??= message;
      continue;
    }
    const ofRow = problems.rows[row.id] ?? {};
    ofRow[(field as RowField | undefined) ?? "host"] ??= message;
    problems.rows[row.id] = ofRow;
  }
  return problems;
}
