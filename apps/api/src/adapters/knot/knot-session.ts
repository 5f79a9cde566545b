import {
  type WantedZone,
  type ZoneRollover,
  ZoneServerError,
  type ZoneServerSession,
  type ZoneSigning,
} from "../../modules/dns/ports.ts";
import { type ControlConnection, ControlRefusal } from "./control-connection.ts";
import { type ControlItems, maxItemBytes } from "./control-units.ts";
import { nextSerial } from "./serials.ts";
import { readZoneKeys } from "./zone-keys.ts";
import {
  changesBetween,
  differenceOf,
  expectedDiff,
  isOtherSoa,
  recordsOf,
  serialOf,
  servedZone,
  serverDiff,
  wantedSets,
  type ZoneRecords,
} from "./zone-records.ts";

/** The templates of the server's configuration, which deploy/dns generates. A zone's algorithm follows from its template. */
const unsignedTemplate = "member";
const signedTemplates = ["member-signed", "member-signed-ed25519"] as const;
const [standardTemplate, otherTemplate] = signedTemplates;
const isSignedTemplate = (name: string) => signedTemplates.some((each) => each === name);

const noSuchZone = "no such zone found";
const noSuchNode = "no such node in zone found";
const noTransaction = "no active transaction";
const unknownIdentifier = "invalid identifier";
const force = "F";
const waitUntilDone = "B";
/** Measured: 3,000 are safe, 6,000 are not. */
const safeSetsBefore329 = 2_000;
/** What `zone-purge` removes: everything of a zone that isn't configured any more, or only its keys. */
const purged = { orphan: "o", keys: "k" };

/** The verbs, one at a time: the server has one change open for each zone, and one of its configuration. */
export class KnotSession implements ZoneServerSession {
  readonly #connection: ControlConnection;
  readonly #awaitingPut = new Set<string>();
  #last: Promise<unknown> = Promise.resolve();
  /** What a lost connection leaves open at the server. */
  openChange: { zone: string } | { zone: null } | undefined;

  constructor(connection: ControlConnection) {
    this.#connection = connection;
  }

  list(): Promise<string[]> {
    return this.#inTurn(async () => [...(await this.#templates()).keys()]);
  }

  read(zoneName: string) {
    return this.#inTurn(async () => {
      const records = await this.#readRecords(zoneName);
      return records && servedZone(records);
    });
  }

  /** Zones that are put at the same time are created in one step, which costs much more than their content. */
  async put(zone: WantedZone) {
    const sets = wantedSets(zone.recordSets);
    this.#awaitingPut.add(zone.name);
    return await this.#inTurn(async () => {
      this.#awaitingPut.delete(zone.name);
      const served = await this.#readRecords(zone.name);
      if (served?.soa !== undefined) {
        return await this.#write(zone, sets, served);
      }
      if (!served) {
        await this.#create([zone.name, ...this.#awaitingPut]);
      }
      try {
        return await this.#write(zone, sets, recordsOf([], zone.name));
      } catch (error) {
        // Without content, it would be announced to the public nameservers and answered with SERVFAIL.
        if (error instanceof ZoneServerError || error instanceof ControlRefusal) {
          !this.#connection.isLost && (await this.#remove(zone.name));
        }
        throw error;
      }
    });
  }

  remove(zoneName: string): Promise<void> {
    return this.#inTurn(() => this.#remove(zoneName));
  }

  signingOf(zoneName: string): Promise<ZoneSigning> {
    return this.#inTurn(async () => {
      const template = await this.#templateOf(zoneName);
      if (isSignedTemplate(template)) {
        return "signed";
      }
      const keys = await this.#readSet(zoneName, "@", "DNSKEY");
      return keys.length > 0 ? "signed" : "unsigned";
    });
  }

  setSigning(zoneName: string, signing: ZoneSigning): Promise<void> {
    return this.#inTurn(async () => {
      const template = await this.#templateOf(zoneName);
      const isSigned = isSignedTemplate(template);
      if (signing === "signed") {
        if (!isSigned) {
          await this.#requireSafeSigning(zoneName);
          await this.#setTemplate(zoneName, standardTemplate);
        }
        // Also if an earlier call got no further than the template.
        if ((await this.#readSet(zoneName, "@", "DNSKEY")).length === 0) {
          await this.#request({ command: "zone-keys-load", zone: zoneName, flags: waitUntilDone });
        }
        return;
      }
      if (isSigned) {
        await this.#setTemplate(zoneName, unsignedTemplate);
      }
      await this.#removeSignatures(zoneName);
      await this.#request({ command: "zone-purge", zone: zoneName, flags: force, filter: purged.keys });
    });
  }

  keys(zoneName: string) {
    return this.#inTurn(() => this.#keys(zoneName));
  }

  rollOver(zoneName: string, kind: ZoneRollover): Promise<void> {
    return this.#inTurn(async () => {
      const template = await this.#templateOf(zoneName);
      const keys = await this.#keys(zoneName);
      if (!isSignedTemplate(template) || keys.length === 0) {
        throw new ZoneServerError("refused", `${zoneName} isn't signed.`);
      }
      const roles = new Set(keys.map(({ role }) => role));
      if (keys.length > roles.size) {
        throw new ZoneServerError("refused", `${zoneName} is in the middle of a rollover.`);
      }
      if (kind === "algorithm") {
        await this.#requireSafeSigning(zoneName);
        await this.#setTemplate(zoneName, template === standardTemplate ? otherTemplate : standardTemplate);
        await this.#request({ command: "zone-keys-load", zone: zoneName, flags: waitUntilDone });
      } else {
        await this.#request({ command: "zone-key-rollover", zone: zoneName, type: kind });
      }
    });
  }

  /** Undoes a change that a lost connection has left open. */
  async undo(change: NonNullable<KnotSession["openChange"]>): Promise<void> {
    await this.#abort(change.zone);
  }

  #inTurn<Result>(verb: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(verb).catch((error: unknown) => {
      throw error instanceof ControlRefusal
        ? new ZoneServerError("refused", error.message, { cause: error })
        : error;
    });
    this.#last = result.catch(() => {});
    return result;
  }

  async #request(items: ControlItems): Promise<ControlItems[]> {
    return await this.#connection.request(qualified(items));
  }

  /** The template of each of our zones. The catalog has none. */
  async #templates(): Promise<Map<string, string>> {
    const lines = await this.#request({ command: "conf-read", section: "zone", item: "template" });
    return new Map(lines.map(({ id = "", data = "" }) => [id.slice(0, -1), data]));
  }

  async #templateOf(zoneName: string): Promise<string> {
    const [line] = await this.#request({
      command: "conf-read",
      section: "zone",
      item: "template",
      id: `${zoneName}.`,
    });
    return line?.data ?? "";
  }

  /** Null if the server doesn't have the zone; without an SOA record if it has no content yet. */
  async #readRecords(zoneName: string): Promise<ZoneRecords | null> {
    try {
      return recordsOf(await this.#request({ command: "zone-read", zone: zoneName }), zoneName);
    } catch (error) {
      if (error instanceof ControlRefusal && error.reason === noSuchZone) {
        return null;
      }
      throw error;
    }
  }

  /** Empty if there is no such set. */
  async #readSet(zoneName: string, owner: string, type?: string): Promise<ControlItems[]> {
    try {
      return await this.#request({ command: "zone-read", zone: zoneName, owner, type });
    } catch (error) {
      if (error instanceof ControlRefusal && error.reason === noSuchNode) {
        return [];
      }
      throw error;
    }
  }

  /**
   * Adding signatures to a large zone overflows the stack of Knot 3.2.6, Debian 12's, which ends the whole server (fixed in 3.2.9). A
   * large change of a signed zone doesn't.
   */
  async #requireSafeSigning(zoneName: string): Promise<void> {
    const records = await this.#readRecords(zoneName);
    if (!records || records.content.size + records.signatures.length <= safeSetsBefore329) {
      return;
    }
    const [line] = await this.#request({ command: "status", type: "version" });
    const version = /[\d.]+$/.exec(line?.data ?? "")?.[0] ?? "";
    if (version.localeCompare("3.2.9", "en", { numeric: true }) < 0) {
      throw new ZoneServerError(
        "refused",
        `Knot ${version} can't sign ${zoneName}, which has more than ${safeSetsBefore329} record sets: it needs version 3.2.9.`,
      );
    }
  }

  async #keys(zoneName: string) {
    return readZoneKeys(await this.#readSet(zoneName, "@"));
  }

  async #write(zone: WantedZone, sets: ReturnType<typeof wantedSets>, served: ZoneRecords) {
    const changes = changesBetween(served.content, sets);
    const isSigned = served.signatures.length > 0 && isSignedTemplate(await this.#templateOf(zone.name));
    const leftovers = isSigned ? [] : served.signatures;
    const servedSerial = served.soa === undefined ? undefined : serialOf(served.soa.data);
    const serial = servedSerial === undefined ? zone.serial : nextSerial(servedSerial, zone.serial);
    const soa = soaData(zone, serial);
    const hasSoaChanged = served.soa?.ttl !== String(zone.soa.ttlSeconds) || isOtherSoa(served.soa.data, soa);
    if (changes.length === 0 && !hasSoaChanged && leftovers.length === 0) {
      return { serial: servedSerial ?? serial, isChanged: false };
    }
    const commands: ControlItems[] = [
      ...leftovers.map(({ owner, type }) => ({ command: "zone-unset", owner, type })),
      // A whole set at a time: a single record would change the TTL of those that stay.
      ...changes.flatMap(({ before }) =>
        before ? [{ command: "zone-unset", owner: ownerOf(before.name, zone.name), type: before.type }] : [],
      ),
      ...(served.soa === undefined ? [] : [{ command: "zone-unset", owner: "@", type: "SOA" }]),
      { command: "zone-set", owner: "@", ttl: String(zone.soa.ttlSeconds), type: "SOA", data: soa },
      ...changes.flatMap(({ after }) =>
        (after?.values ?? []).map((data) => ({
          command: "zone-set",
          owner: ownerOf(after?.name ?? "", zone.name),
          ttl: String(after?.ttlSeconds),
          type: after?.type,
          data,
        })),
      ),
    ];
    const isChanged = await this.#change(zone.name, commands, (diff) => {
      if (diff.size === 0 && !hasSoaChanged && leftovers.length === 0) {
        return false;
      }
      const difference = differenceOf(diff, expectedDiff(changes));
      if (difference.length > 0) {
        const [line = ""] = difference;
        throw new ZoneServerError("refused", `The nameserver would change other records than ours: ${line}`);
      }
      return true;
    });
    const [line] = await this.#readSet(zone.name, "@", "SOA");
    return { serial: line?.data ? serialOf(line.data) : serial, isChanged };
  }

  async #removeSignatures(zoneName: string): Promise<void> {
    const records = await this.#readRecords(zoneName);
    if (!records || records.signatures.length === 0) {
      return;
    }
    const commands = records.signatures.map(({ owner, type }) => ({ command: "zone-unset", owner, type }));
    await this.#change(zoneName, commands, () => true);
  }

  /** Carries out commands in one step, if `mayCommit` agrees to their diff. Otherwise nothing changes. */
  async #change(
    zone: string,
    commands: readonly ControlItems[],
    mayCommit: (diff: Set<string>) => boolean,
  ): Promise<boolean> {
    // A client that died may have left one open, which the server keeps.
    await this.#abort(zone);
    this.openChange = { zone };
    try {
      await this.#request({ command: "zone-begin", zone });
      await this.#connection.requestAll(commands.map((items) => qualified({ ...items, zone })));
      const diff = serverDiff(await this.#request({ command: "zone-diff", zone }), zone);
      const isChanged = mayCommit(diff);
      if (isChanged) {
        await this.#request({ command: "zone-commit", zone });
        this.openChange = undefined;
      }
      return isChanged;
    } finally {
      if (this.openChange && !this.#connection.isLost) {
        await this.#abort(zone);
      }
    }
  }

  async #configure(
    commandsOf: (
      change: (command: string, items: Omit<ControlItems, "section">) => ControlItems,
    ) => ControlItems[],
  ) {
    await this.#abort(null);
    this.openChange = { zone: null };
    try {
      const commands = commandsOf((command, items) => ({ command, section: "zone", ...items }));
      await this.#request({ command: "conf-begin" });
      await this.#connection.requestAll(commands);
      await this.#request({ command: "conf-commit" });
      this.openChange = undefined;
    } finally {
      if (this.openChange && !this.#connection.isLost) {
        await this.#abort(null);
      }
    }
  }

  /** Of a zone, or of the configuration. */
  async #abort(zone: string | null): Promise<void> {
    try {
      await this.#request(zone === null ? { command: "conf-abort" } : { command: "zone-abort", zone });
    } catch (error) {
      if (!(error instanceof ControlRefusal && [noTransaction, noSuchZone].includes(error.reason))) {
        throw error;
      }
    }
    this.openChange = undefined;
  }

  async #create(names: readonly string[]): Promise<void> {
    const known = names.length > 1 ? await this.#templates() : new Map();
    await this.#configure((change) =>
      names
        .filter((name) => !known.has(name))
        .flatMap((name) => [
          change("conf-set", { id: `${name}.` }),
          change("conf-set", { id: `${name}.`, item: "template", data: unsignedTemplate }),
        ]),
    );
  }

  async #setTemplate(zoneName: string, template: string): Promise<void> {
    await this.#configure((change) => [
      change("conf-set", { id: `${zoneName}.`, item: "template", data: template }),
    ]);
  }

  async #remove(zoneName: string): Promise<void> {
    try {
      await this.#templateOf(zoneName);
      await this.#configure((change) => [change("conf-unset", { id: `${zoneName}.` })]);
    } catch (error) {
      if (!(error instanceof ControlRefusal && error.reason === unknownIdentifier)) {
        throw error;
      }
    }
    await this.#request({ command: "zone-purge", zone: zoneName, flags: force, filter: purged.orphan });
  }
}

/** With the zone's name as the server expects it. Rejects a text that doesn't fit its protocol. */
function qualified(items: ControlItems): ControlItems {
  const text = Object.values(items).find(
    (each) => each !== undefined && Buffer.byteLength(each) > maxItemBytes,
  );
  if (text !== undefined) {
    throw new ZoneServerError("refused", `A value is longer than ${maxItemBytes} bytes.`);
  }
  return items.zone === undefined ? items : { ...items, zone: `${items.zone}.` };
}

const ownerOf = (name: string, zone: string) => (name === "@" ? `${zone}.` : `${name}.${zone}.`);

const absolute = (name: string) => (name.endsWith(".") ? name : `${name}.`);

/** RFC 1035 section 8: a mailbox as a domain name, in which dots of the local part are escaped. */
function mailboxName(mailbox: string): string {
  const at = mailbox.lastIndexOf("@");
  return at === -1
    ? absolute(mailbox)
    : `${mailbox.slice(0, at).replace(/[.\\]/g, "\\$&")}.${absolute(mailbox.slice(at + 1))}`;
}

function soaData({ soa }: WantedZone, serial: number): string {
  const times = [soa.refreshSeconds, soa.retrySeconds, soa.expireSeconds, soa.negativeTtlSeconds];
  return [absolute(soa.primaryHost), mailboxName(soa.contactMailbox), serial, ...times].join(" ");
}
