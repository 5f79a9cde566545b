import { randomBytes } from "node:crypto";
import {
  type ContactDisclosure,
  createEppPool,
  type EppCallOptions,
  type EppClient,
  type EppPoolOptions,
  type EppReply,
  EppResultError,
  type FeeAgreement,
  fromMinorUnits,
  type PollSubject,
  type PostalInfo,
  type PostalType,
} from "@zonepost/epp";
import {
  type AgreedPrice,
  type CommandOutcome,
  type RegistrantDetails,
  type Registrar,
  RegistrarError,
  type RegistryAnswer,
  type RegistryContacts,
} from "../../modules/domains/ports.ts";
import { makeForeignHosts, readGlue, saveOwnHosts } from "./hosts.ts";
import {
  foreignDomainOf,
  pricesOf,
  reasonOf,
  registrarErrorOf,
  registryDomainOf,
  transferOf,
} from "./map.ts";
import { eppPhoneNumber } from "./phone.ts";

const code = {
  parameterValueRange: 2004,
  dataManagement: 2308,
  policy: 2306,
  notAuthorized: 2201,
  wrongAuthInfo: 2202,
  notPendingTransfer: 2301,
  exists: 2302,
  doesNotExist: 2303,
} as const;
const hasCode = (error: unknown, ...codes: number[]) =>
  error instanceof EppResultError && codes.includes(error.code);
const inYears = (value: number) => ({ value, unit: "y" as const });

/** A registrar over EPP. Reads may be repeated by the client; a change is sent once, whatever becomes of it. */
export function createEppRegistrar(settings: { code: string; currency: string } & EppPoolOptions): Registrar {
  const { code: registrarCode, currency, ...connection } = settings;
  const client = createEppPool(connection);

  const translated = async <Answer>(call: Promise<Answer>): Promise<Answer> => {
    try {
      return await call;
    } catch (error) {
      throw registrarErrorOf(error);
    }
  };
  const taken = async (call: Promise<EppReply<unknown>>): Promise<CommandOutcome> =>
    (await translated(call)).pending ? "pending" : "completed";
  /** For what is sent with a price: RFC 8748 section 3.4 has 2004 for one that is not the right one. */
  const takenAtPrice = (agreed: AgreedPrice | undefined, call: Promise<EppReply<unknown>>) =>
    taken(
      call.catch((error: unknown) => {
        if (agreed && hasCode(error, code.parameterValueRange)) {
          throw new RegistrarError("price_changed", "the price is another one", { cause: error });
        }
        throw error;
      }),
    );

  return {
    code: registrarCode,
    currency,
    checkAvailability: (names) => translated(checkAvailability(client, names, currency)),
    priceRegistration: (name, years) => translated(priceRegistration(client, name, years, currency)),
    readDomain: (name) => translated(readDomain(client, name)),

    async createDomain({ name, years, nameservers, contacts, authCode, agreed }, options) {
      await translated(saveOwnHosts(client, name, nameservers));
      const details = {
        period: inYears(years),
        nameservers: nameservers.map(({ host }) => ({ name: host })),
        ...contactFields(contacts),
        authInfo: authCode,
        ...feeOf(agreed),
      };
      return takenAtPrice(
        agreed,
        withForeignHosts(client, name, nameservers, () => client.domainCreate(name, details, options)),
      );
    },
    async renewDomain({ name, years, registryExpiresAt, agreed }, options) {
      const currentExpiryDate = registryExpiresAt.toISOString().slice(0, 10);
      const call = client.domainRenew(
        name,
        { currentExpiryDate, period: inYears(years), ...feeOf(agreed) },
        options,
      );
      return takenAtPrice(
        agreed,
        call.catch(async (error: unknown) => {
          if (!hasCode(error, code.policy, code.parameterValueRange, code.dataManagement)) {
            throw error;
          }
          const held = await readDomain(client, name);
          const date = held.kind === "held" ? held.domain.registryExpiresAt.toISOString().slice(0, 10) : null;
          if (date !== null && date !== currentExpiryDate) {
            throw new RegistrarError("expiry_changed", `the registry has ${date}`, { cause: error });
          }
          throw error;
        }),
      );
    },
    deleteDomain: (name, options) => taken(client.domainDelete(name, options)),
    async restoreDomain({ name, agreed, before, deletedAt, restoredAt }, options) {
      // A request whose report was lost is not made, and paid for, once more: its report is all that it waits for.
      if (!before.graceStatuses.includes("pendingRestore")) {
        const { data, pending } = await translated(
          client.domainRestore(name, feeOf(agreed), options).catch((error: unknown) => {
            if (agreed && hasCode(error, code.parameterValueRange)) {
              throw new RegistrarError("price_changed", "the price is another one", { cause: error });
            }
            throw error;
          }),
        );
        if (!data.rgpStatuses.includes("pendingRestore")) {
          return pending ? "pending" : "completed";
        }
      }
      const registration = `${name}; expires ${before.registryExpiresAt.toISOString()}; nameservers ${before.nameservers.join(" ")}`;
      return taken(
        client.domainRestore(name, {
          report: {
            dataBefore: registration,
            dataAfter: registration,
            deletedAt,
            restoredAt,
            reason: "The registrant wants to keep the name.",
            statements: [
              "The name is not restored to be sold or used by us.",
              "This report is true to the best of our knowledge.",
            ],
          },
        }),
      );
    },

    changeDsRecords: (name, { add, remove }, options) =>
      taken(
        client.domainUpdate(
          name,
          {
            secDns: {
              ...(remove.length > 0 ? { remove: { dsData: remove } } : {}),
              ...(add.length > 0 ? { add: { dsData: add } } : {}),
            },
          },
          options,
        ),
      ),
    async changeNameservers(name, { before, after }, options) {
      await translated(saveOwnHosts(client, name, after));
      const named = (list: readonly { host: string }[]) => list.map(({ host }) => host);
      const added = named(after).filter((host) => !named(before).includes(host));
      const removed = named(before).filter((host) => !named(after).includes(host));
      if (added.length === 0 && removed.length === 0) {
        return "completed";
      }
      const servers = (hosts: string[]) => ({ nameservers: hosts.map((host) => ({ name: host })) });
      const change = {
        ...(added.length > 0 ? { add: servers(added) } : {}),
        ...(removed.length > 0 ? { remove: servers(removed) } : {}),
      };
      return taken(withForeignHosts(client, name, after, () => client.domainUpdate(name, change, options)));
    },
    changeLock: (name, locked, options) =>
      taken(
        client.domainUpdate(
          name,
          { [locked ? "add" : "remove"]: { statuses: ["clientTransferProhibited"] } },
          options,
        ),
      ),
    changeContacts: (name, { before, after }, options) =>
      taken(client.domainUpdate(name, contactChange(before, after), options)),
    changeAuthCode: (name, authCode, options) =>
      taken(client.domainUpdate(name, { change: { authInfo: authCode } }, options)),
    saveContact: (handle, details, isPrivate, options) =>
      translated(saveContact(client, handle, details, isPrivate, options)),

    async readForeignDomain(name, authCode) {
      try {
        const { data } = await client.domainInfo(name, { authInfo: authCode });
        return foreignDomainOf(data);
      } catch (error) {
        if (hasCode(error, code.doesNotExist)) {
          return null;
        }
        if (hasCode(error, code.notAuthorized, code.wrongAuthInfo)) {
          throw new RegistrarError("wrong_auth_code", "the auth code is not the domain's", { cause: error });
        }
        throw registrarErrorOf(error);
      }
    },
    requestTransfer: ({ name, authCode, agreed }, options) =>
      takenAtPrice(
        agreed,
        client.domainTransfer(name, "request", { authInfo: authCode, ...feeOf(agreed) }, options),
      ),
    async readTransfer(name) {
      try {
        const { data } = await client.domainTransferQuery(name);
        return transferOf(data, connection.clientId);
      } catch (error) {
        if (hasCode(error, code.notPendingTransfer, code.doesNotExist, code.notAuthorized)) {
          return null;
        }
        throw registrarErrorOf(error);
      }
    },
    answerTransfer: (name, answer, options) => taken(client.domainTransfer(name, answer, {}, options)),

    async nextNotice() {
      const { data } = await translated(client.poll());
      if (!data) {
        return null;
      }
      return {
        id: data.id,
        domainName: subjectName(data.subject)?.toLowerCase() ?? null,
        message: data.text ?? "",
        isRefusal: data.subject?.type === "domain:pendingAction" && !data.subject.action.succeeded,
      };
    },
    async acknowledgeNotice(id) {
      try {
        await client.ackPoll(id);
      } catch (error) {
        // Another worker took it off the queue, or our first try did before its answer was lost.
        if (hasCode(error, code.doesNotExist)) {
          return;
        }
        throw registrarErrorOf(error);
      }
    },
    async ping() {
      await translated(client.hello());
    },
    close: () => client.close(),
  };
}

const feeOf = (agreed: AgreedPrice | undefined): { fee?: FeeAgreement } =>
  agreed ? { fee: { currency: agreed.currency, fees: [{ amount: fromMinorUnits(agreed.priceCents) }] } } : {};

async function checkAvailability(client: EppClient, names: readonly string[], currency: string) {
  const commands = (["create", "renew", "transfer", "restore"] as const).map((name) => ({
    name,
    ...(name === "restore" ? {} : { period: inYears(1) }),
  }));
  const { data } = await client.domainCheck(names, { fee: { currency, commands } });
  return names.map((name) => {
    const answer = data.domains.find((domain) => domain.name.toLowerCase() === name);
    if (!answer) {
      throw new RegistrarError("unavailable", "the registry left a name out of its answer");
    }
    const item = data.fee?.items.find((fee) => fee.name.toLowerCase() === name);
    return {
      name,
      available: answer.available,
      reason: answer.available ? null : reasonOf(answer.reason),
      ...pricesOf(item),
      currency: data.fee?.currency ?? currency,
    };
  });
}

async function priceRegistration(client: EppClient, name: string, years: number, currency: string) {
  const commands = [{ name: "create" as const, period: inYears(years) }];
  const { data } = await client.domainCheck([name], { fee: { currency, commands } });
  const item = data.fee?.items.find((fee) => fee.name.toLowerCase() === name);
  if (!item) {
    throw new RegistrarError("unavailable", "the registry left a price out of its answer");
  }
  return { priceCents: pricesOf(item).registerYearCents, currency: data.fee?.currency ?? currency };
}

async function readDomain(client: EppClient, name: string): Promise<RegistryAnswer> {
  try {
    const { data } = await client.domainInfo(name);
    const glue = await readGlue(
      client,
      name,
      data.nameservers.map((server) => server.name.toLowerCase()),
    );
    return { kind: "held", domain: registryDomainOf(data, glue) };
  } catch (error) {
    if (hasCode(error, code.doesNotExist)) {
      return { kind: "unregistered" };
    }
    if (hasCode(error, code.notAuthorized)) {
      return { kind: "elsewhere" };
    }
    throw error;
  }
}

/** Some registries make hosts elsewhere by themselves, others say that they are missing. */
async function withForeignHosts<Answer>(
  client: EppClient,
  name: string,
  nameservers: readonly { host: string; addresses: string[] }[],
  send: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await send();
  } catch (error) {
    if (!hasCode(error, code.doesNotExist)) {
      throw error;
    }
    await makeForeignHosts(client, name, nameservers);
    return await send();
  }
}

function contactFields({ registrant, admin, tech }: RegistryContacts) {
  const contacts = [
    ...(admin ? [{ type: "admin" as const, id: admin }] : []),
    ...(tech ? [{ type: "tech" as const, id: tech }] : []),
  ];
  return { ...(registrant ? { registrant } : {}), ...(contacts.length > 0 ? { contacts } : {}) };
}

function contactChange(before: RegistryContacts, after: RegistryContacts) {
  const roles = ["admin", "tech"] as const;
  const changed = roles.filter((role) => before[role] !== after[role]);
  const listOf = (from: RegistryContacts) =>
    changed.flatMap((type) => (from[type] ? [{ type, id: from[type] }] : []));
  const [add, remove] = [listOf(after), listOf(before)];
  return {
    ...(add.length > 0 ? { add: { contacts: add } } : {}),
    ...(remove.length > 0 ? { remove: { contacts: remove } } : {}),
    ...(after.registrant && after.registrant !== before.registrant
      ? { change: { registrant: after.registrant } }
      : {}),
  };
}

// RFC 5733 section 2.9: what is kept back of somebody who wants privacy.
function disclosureOf(isPrivate: boolean): ContactDisclosure {
  const types: PostalType[] = ["int", "loc"];
  return {
    disclose: !isPrivate,
    name: types,
    organization: types,
    address: types,
    voice: true,
    fax: true,
    email: true,
  };
}

const isAscii = (text: string) => /^[\x20-\x7e]*$/.test(text);

/** The form with all letters as they are, and the international one in ASCII, which registries require. */
function postalInfosOf(details: RegistrantDetails, known: readonly PostalInfo[] = []): PostalInfo[] {
  const form = (type: PostalType, write: (text: string, maxLength?: number) => string): PostalInfo => ({
    type,
    name: write(details.name),
    ...(details.organization ? { organization: write(details.organization) } : {}),
    address: {
      street: details.street.map(write),
      city: write(details.city),
      ...(details.stateOrProvince ? { stateOrProvince: write(details.stateOrProvince) } : {}),
      ...(details.postalCode ? { postalCode: write(details.postalCode, 16) } : {}),
      countryCode: details.countryCode,
    },
  });
  const all = [details.name, details.organization ?? "", ...details.street, details.city];
  const international = form("int", toAscii);
  // A form cannot be taken away from a registry: one that it has is kept true.
  const isInternational = all.every(isAscii) && !known.some(({ type }) => type === "loc");
  return isInternational ? [international] : [international, form("loc", (text) => text)];
}

const transcriptions: Record<string, string> = {
  ä: "ae",
  ö: "oe",
  ü: "ue",
  Ä: "Ae",
  Ö: "Oe",
  Ü: "Ue",
  ß: "ss",
  æ: "ae",
  Æ: "Ae",
  ø: "o",
  Ø: "O",
  å: "a",
  Å: "A",
  ł: "l",
  Ł: "L",
  đ: "d",
  Đ: "D",
  þ: "th",
  Þ: "Th",
  œ: "oe",
  Œ: "Oe",
  ı: "i",
};

/**
 * Latin letters without their marks; letters of other scripts become question marks, the `loc` form has them. No
 * longer than RFC 5733 section 4 allows, though a letter may become two.
 */
const toAscii = (text: string, maxLength = 255) =>
  text
    .normalize("NFC")
    .replace(/[^\x20-\x7e]/g, (letter) => transcriptions[letter] ?? letter)
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^\x20-\x7e]/gu, "?")
    .slice(0, maxLength)
    .trim() || "?";

async function saveContact(
  client: EppClient,
  handle: string,
  details: RegistrantDetails,
  isPrivate: boolean,
  options: EppCallOptions | undefined,
): Promise<void> {
  const voice = { number: eppPhoneNumber(details.phone) };
  const { email } = details;
  const disclosure = disclosureOf(isPrivate);
  const there = await client.contactInfo(handle).catch((error: unknown) => {
    if (hasCode(error, code.doesNotExist)) {
      return undefined;
    }
    throw error;
  });
  const postalInfos = postalInfosOf(details, there?.data.postalInfos);
  if (there) {
    const emptied = postalInfos.map((info) => ({ ...info, organization: info.organization ?? "" }));
    await client.contactUpdate(
      handle,
      { change: { postalInfos: emptied, voice, email, disclosure } },
      options,
    );
    return;
  }
  const authInfo = randomBytes(18).toString("base64url");
  await client.contactCreate(handle, { postalInfos, voice, email, authInfo, disclosure }, options);
}

function subjectName(subject: PollSubject | undefined): string | null {
  switch (subject?.type) {
    case "domain:info":
    case "domain:renewed":
      return subject.domain.name;
    case "domain:transfer":
      return subject.transfer.name;
    case "domain:pendingAction":
      return subject.action.name;
    default:
      return null;
  }
}
