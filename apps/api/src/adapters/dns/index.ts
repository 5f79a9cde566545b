import { getServers } from "node:dns";
import { isIP } from "node:net";
import type { DecodedPacket } from "dns-packet";
import type { Delegation, ProofResult, ZoneDelegations, ZoneProof } from "../../modules/dns/ports.ts";
import type {
  DnsResolver as DomainDns,
  HostAddresses,
  NameserverQuestion,
  ServerAwayReason,
  ServerKeys,
} from "../../modules/domains/ports.ts";
import type { MailDns, ServerRecords } from "../../modules/mail/ports.ts";
import { DnsFailure, type DnsQuestion, type DnsServer, exchange } from "./exchange.ts";
import { readAnswer, readMailHosts } from "./read-answer.ts";
import {
  type DelegatedServer,
  namesAbove,
  nameserversAt,
  type ParentAnswer,
  readParentAnswer,
} from "./read-delegation.ts";
import { readRecordValues, referralOf, textsAt } from "./read-records.ts";
import { replyCode, replyCodeOf } from "./reply-code.ts";
import { queryResolvers, querySystemResolver, readServer, resolveRecords } from "./resolvers.ts";
import { SharedSlots, type SlotLimits } from "./shared-slots.ts";

export type DnsOptions = {
  /** Addresses that are never queried, because strangers choose their nameservers. */
  isRefusedAddress: (address: string) => boolean;
  /** Resolvers as `ip`, `ip:port` or `[ip]:port`; defaults to the system's. */
  resolvers?: readonly string[];
  /** Default: 53. */
  nameserverPort?: number;
  /** Time limit of one try. Default: 2 s. */
  tryTimeoutMs?: number;
  /** Tries per address. Default: 2. */
  tries?: number;
  /** Time limit of the whole call, including the wait for a slot. Default: 8 s. */
  totalTimeoutMs?: number;
  /** Parallel queries, of all workspaces and of one. */
  slots?: SlotLimits;
};

const defaultSlots: SlotLimits = { total: 32, perOwner: 8, waitingPerOwner: 128 };

const maxAddressesPerServer = 3;
const maxDelegatedServers = 3;
/** As many as the root has. */
const maxProvingServers = 13;

/** A nameserver of this installation, for whose answers a delegation proves nothing. */
export type OwnServer = { host: string; address: string };

type Found =
  | { kind: "unknown" }
  | (ParentAnswer & {
      /** Those that have the name's records: the delegated ones, or else those of the zone above. */
      present: DelegatedServer[];
    });

/** Queries resolvers and nameservers. Their failures are part of the result; only an abort rejects. */
export class DnsResolver implements DomainDns, MailDns {
  readonly #isRefusedAddress: DnsOptions["isRefusedAddress"];
  readonly #resolvers: readonly DnsServer[];
  readonly #nameserverPort: number;
  readonly #limits: { tryTimeoutMs: number; tries: number };
  readonly #totalTimeoutMs: number;
  readonly #slots: SharedSlots;

  constructor({ tryTimeoutMs = 2_000, tries = 2, ...options }: DnsOptions) {
    this.#isRefusedAddress = options.isRefusedAddress;
    this.#resolvers = (options.resolvers ?? []).map(readServer);
    this.#nameserverPort = options.nameserverPort ?? 53;
    this.#limits = { tryTimeoutMs, tries };
    this.#totalTimeoutMs = options.totalTimeoutMs ?? 8_000;
    this.#slots = new SharedSlots(options.slots ?? defaultSlots);
  }

  readKeys(input: NameserverQuestion, signal?: AbortSignal): Promise<ServerKeys> {
    return this.#readAtNameserver(input, "DNSKEY", signal, (answer, address) => ({
      kind: "answered",
      address,
      ...readAnswer(answer, input.domainName),
    }));
  }

  readMailHosts(input: NameserverQuestion, signal?: AbortSignal): ReturnType<DomainDns["readMailHosts"]> {
    return this.#readAtNameserver(input, "MX", signal, (answer) => ({
      kind: "answered",
      hosts: readMailHosts(answer, input.domainName),
    }));
  }

  readRecords(
    { domainName, name, type, ...input }: Parameters<MailDns["readRecords"]>[0],
    given?: AbortSignal,
  ): Promise<ServerRecords> {
    return this.#askNameserver(input, given, async (addresses, signal) => {
      const question = { name, type };
      const reply = await this.#askInTurn(addresses, question, signal, (answer) =>
        Boolean(referralOf(answer, name, domainName)),
      );
      if (typeof reply === "string") {
        return reply;
      }
      const referral = referralOf(reply.answer, name, domainName);
      const answer = referral ? await this.#askDelegated(referral, question, signal) : reply.answer;
      if (typeof answer === "string") {
        return answer;
      }
      const { values, alias, missingTarget } = readRecordValues(answer, question, domainName);
      if (missingTarget === null) {
        return { kind: "answered", values, alias };
      }
      const found = await this.#resolve({ name: missingTarget, type }, signal);
      return found === "unknown" ? "unresolvable" : { kind: "answered", values: found.sort(), alias };
    });
  }

  resolveRecords(
    { workspaceId, ...question }: Parameters<MailDns["resolveRecords"]>[0],
    given?: AbortSignal,
  ): Promise<string[] | "unknown"> {
    const otherwise = { busy: "unknown", late: "unknown" } as const;
    return this.#withTimeout<string[] | "unknown">(workspaceId, given, otherwise, (signal) =>
      this.#resolve(question, signal),
    );
  }

  readAddresses(
    { workspaceId, hostName }: Parameters<DomainDns["readAddresses"]>[0],
    given?: AbortSignal,
  ): Promise<HostAddresses> {
    const unknown: HostAddresses = { kind: "unknown" };
    const otherwise = { busy: unknown, late: unknown };
    return this.#withTimeout(workspaceId, given, otherwise, (signal) => this.#lookUp(hostName, signal));
  }

  readDelegation(
    { workspaceId, name }: Parameters<ZoneDelegations["readDelegation"]>[0],
    given?: AbortSignal,
  ): Promise<Delegation> {
    const unknown: Delegation = { kind: "unknown" };
    return this.#withTimeout(workspaceId, given, { busy: unknown, late: unknown }, async (signal) => {
      const found = await this.#findDelegation(name, signal);
      return found.kind === "delegated"
        ? { kind: "delegated", servers: found.servers.map(({ nameserver }) => nameserver) }
        : { kind: found.kind };
    });
  }

  readProof(
    {
      workspaceId,
      name,
      recordName,
      value,
      ownServers,
    }: Parameters<ZoneProof["readProof"]>[0] & { ownServers: readonly OwnServer[] },
    given?: AbortSignal,
  ): Promise<ProofResult> {
    const otherwise = { busy: "away", late: "away" } as const;
    return this.#withTimeout<ProofResult>(workspaceId, given, otherwise, async (signal) => {
      const found = await this.#findDelegation(name, signal);
      if (found.kind === "unknown") {
        return "away";
      }
      const present = await Promise.all(
        found.present.slice(0, maxProvingServers).map(async (server) => ({
          host: server.nameserver,
          found: await this.#addressesOf(server, signal),
        })),
      );
      const addresses = present.flatMap((server) =>
        typeof server.found === "string" ? [] : server.found.addresses,
      );
      if (await this.#isOurs({ hosts: present.map(({ host }) => host), addresses }, ownServers, signal)) {
        return "delegated_here";
      }
      const answers = await Promise.all(
        present.map((server) =>
          typeof server.found === "string"
            ? server.found
            : this.#askInTurn(server.found.addresses, { name: recordName, type: "TXT" }, signal),
        ),
      );
      const answered = answers.filter((reply) => typeof reply !== "string");
      if (answered.length === 0) {
        return "away";
      }
      if (answered.every(({ answer }) => textsAt(answer, recordName).includes(value))) {
        return "proved";
      }
      return found.kind === "not_delegated" && found.isNameMissing ? "not_delegated" : "missing";
    });
  }

  /** By name, or by address: a host of another name can be one of ours. */
  async #isOurs(
    { hosts, addresses }: { hosts: readonly string[]; addresses: readonly string[] },
    ownServers: readonly OwnServer[],
    signal: AbortSignal,
  ): Promise<boolean> {
    if (ownServers.some(({ host }) => hosts.includes(host))) {
      return true;
    }
    const looked = await Promise.all(ownServers.map(({ host }) => this.#lookUp(host, signal)));
    const own = [
      ...ownServers.map(({ address }) => address),
      ...looked.flatMap((answer) => (answer.kind === "found" ? answer.addresses : [])),
    ];
    return addresses.some((address) => own.includes(address));
  }

  /** From the nearest zone above the name, whose own nameservers are asked, past all caches. */
  async #findDelegation(name: string, signal: AbortSignal): Promise<Found> {
    for (const parent of namesAbove(name)) {
      const resolved = await this.#askResolver({ name: parent, type: "NS" }, signal);
      if (!resolved) {
        return { kind: "unknown" };
      }
      const servers = nameserversAt(resolved.answers, parent).map((nameserver) => ({
        nameserver,
        addresses: [],
      }));
      if (servers.length === 0) {
        continue;
      }
      const read = (answer: DecodedPacket) => readParentAnswer(answer, { name, parent });
      const question = { name, type: "NS" } as const;
      const reply = await this.#askDelegated(
        servers,
        question,
        signal,
        (answer) => read(answer) !== undefined,
      );
      const found = typeof reply === "string" ? undefined : read(reply);
      return found
        ? { ...found, present: found.kind === "delegated" ? found.servers : servers }
        : { kind: "unknown" };
    }
    return { kind: "unknown" };
  }

  /** Undefined if none answers, or one that validates doesn't believe the answer. */
  async #askResolver(question: DnsQuestion, signal: AbortSignal): Promise<DecodedPacket | undefined> {
    const resolvers = this.#resolvers.length > 0 ? this.#resolvers : getServers().map(readServer);
    for (const resolver of resolvers) {
      try {
        const answer = await exchange(resolver, question, { ...this.#limits, signal, isRecursive: true });
        const code = replyCodeOf(answer);
        return code === replyCode.noError || code === replyCode.nameError ? answer : undefined;
      } catch (error) {
        if (!(error instanceof DnsFailure)) {
          throw error;
        }
      }
    }
    return undefined;
  }

  #resolve(
    question: Parameters<typeof resolveRecords>[1],
    signal: AbortSignal,
  ): Promise<string[] | "unknown"> {
    return resolveRecords(this.#resolvers, question, { ...this.#limits, signal });
  }

  /** Runs in a slot of the workspace, within the total time; returns `busy` without a slot and `late` after that time. */
  async #withTimeout<Result>(
    workspaceId: string,
    signal: AbortSignal | undefined,
    otherwise: { busy: Result; late: Result },
    task: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    signal?.throwIfAborted();
    const deadline = AbortSignal.timeout(this.#totalTimeoutMs);
    const either = signal ? AbortSignal.any([signal, deadline]) : deadline;
    const freeSlot = await this.#slots.take(workspaceId, either);
    try {
      signal?.throwIfAborted();
      return freeSlot ? await task(either) : otherwise.busy;
    } catch (error) {
      signal?.throwIfAborted();
      if (deadline.aborted) {
        return otherwise.late;
      }
      throw error;
    } finally {
      freeSlot?.();
    }
  }

  async #lookUp(hostName: string, signal: AbortSignal): Promise<HostAddresses> {
    const found = await (this.#resolvers.length > 0
      ? queryResolvers(this.#resolvers, hostName, { ...this.#limits, signal })
      : querySystemResolver(hostName, signal));
    if (found === "unknown") {
      return { kind: "unknown" };
    }
    if (found.length === 0) {
      return { kind: "missing" };
    }
    return found.some(this.#isRefusedAddress)
      ? { kind: "private_address" }
      : { kind: "found", addresses: [...new Set(found)] };
  }

  async #addressesOf(
    input: { nameserver: string; addresses?: readonly string[] },
    signal: AbortSignal,
  ): Promise<{ addresses: readonly string[] } | ServerAwayReason> {
    const known = input.addresses ?? [];
    if (known.length > 0) {
      const isFit = known.every((address) => isIP(address) !== 0 && !this.#isRefusedAddress(address));
      return isFit ? { addresses: known } : "private_address";
    }
    const found = await this.#lookUp(input.nameserver, signal);
    if (found.kind === "found") {
      return found;
    }
    return found.kind === "private_address" ? "private_address" : "unresolvable";
  }

  /** Its addresses are tried in turn until one gives a usable answer. */
  async #askInTurn(
    addresses: readonly string[],
    question: DnsQuestion,
    signal: AbortSignal,
    isReferral: (answer: DecodedPacket) => boolean = () => false,
  ): Promise<{ answer: DecodedPacket; address: string } | ServerAwayReason> {
    let reason: ServerAwayReason = "timeout";
    for (const address of ipv4First(addresses).slice(0, maxAddressesPerServer)) {
      try {
        const answer = await exchange({ address, port: this.#nameserverPort }, question, {
          ...this.#limits,
          signal,
        });
        const refusal = failureReasonOf(answer);
        if (!refusal || isReferral(answer)) {
          return { answer, address };
        }
        reason = refusal;
      } catch (error) {
        if (!(error instanceof DnsFailure)) {
          throw error;
        }
        reason = error.reason;
      }
    }
    return reason;
  }

  #askNameserver<Answered extends { kind: "answered" }>(
    input: Omit<NameserverQuestion, "domainName">,
    given: AbortSignal | undefined,
    ask: (addresses: readonly string[], signal: AbortSignal) => Promise<Answered | ServerAwayReason>,
  ): Promise<Answered | Away> {
    const otherwise = { busy: awayBecause("busy"), late: awayBecause("timeout") };
    return this.#withTimeout<Answered | Away>(input.workspaceId, given, otherwise, async (signal) => {
      const found = await this.#addressesOf(input, signal);
      const answered = typeof found === "string" ? found : await ask(found.addresses, signal);
      return typeof answered === "string" ? awayBecause(answered) : answered;
    });
  }

  #readAtNameserver<Answered extends { kind: "answered" }>(
    { domainName, ...input }: NameserverQuestion,
    type: "DNSKEY" | "MX",
    given: AbortSignal | undefined,
    read: (answer: DecodedPacket, address: string) => Answered,
  ): Promise<Answered | Away> {
    return this.#askNameserver(input, given, async (addresses, signal) => {
      const reply = await this.#askInTurn(addresses, { name: domainName, type }, signal);
      return typeof reply === "string" ? reply : read(reply.answer, reply.address);
    });
  }

  /** Queries the servers of a delegated subdomain, until one answers. */
  async #askDelegated(
    servers: readonly { nameserver: string; addresses: readonly string[] }[],
    question: DnsQuestion,
    signal: AbortSignal,
    isReferral?: (answer: DecodedPacket) => boolean,
  ): Promise<DecodedPacket | ServerAwayReason> {
    let reason: ServerAwayReason = "unresolvable";
    for (const server of servers.slice(0, maxDelegatedServers)) {
      const found = await this.#addressesOf(server, signal);
      const reply =
        typeof found === "string"
          ? found
          : await this.#askInTurn(found.addresses, question, signal, isReferral);
      if (typeof reply !== "string") {
        return reply.answer;
      }
      reason = reply;
    }
    return reason;
  }
}

type Away = Extract<ServerKeys, { kind: "away" }>;

const awayBecause = (reason: ServerAwayReason): Away => ({ kind: "away", reason });

function failureReasonOf(answer: DecodedPacket): ServerAwayReason | undefined {
  const code = replyCodeOf(answer);
  if (code === replyCode.formatError) {
    return "malformed";
  }
  if (code !== replyCode.noError && code !== replyCode.nameError) {
    return "refused";
  }
  return answer.flag_aa ? undefined : "not_authoritative";
}

const ipv4First = (addresses: readonly string[]): string[] =>
  [...addresses].sort((left, right) => isIP(left) - isIP(right));
