import {
  createEppClient,
  type EppClientOptions,
  type EppReply,
  EppResultError,
  namespaces,
} from "@zonepost/epp";
import { type Registrar, RegistrarError } from "../../modules/domains/ports.ts";
import { firstYearPriceOf, registrarErrorOf, registryDomainOf } from "./map.ts";

const objectDoesNotExist = 2303;
const notAuthorized = 2201;

/** A registrar over EPP. Reads may be repeated by the client; a change is sent once, whatever becomes of it. */
export function createEppRegistrar(
  settings: { code: string; currency: string } & Omit<EppClientOptions, "extensionUris">,
): Registrar {
  const { code, currency, ...connection } = settings;
  const client = createEppClient({ ...connection, extensionUris: [namespaces.secDns, namespaces.fee] });

  const translated = async <Answer>(call: Promise<Answer>): Promise<Answer> => {
    try {
      return await call;
    } catch (error) {
      throw registrarErrorOf(error);
    }
  };
  const done = async (call: Promise<EppReply<undefined>>): Promise<void> => {
    const { pending, clTRID } = await translated(call);
    if (pending) throw new RegistrarError("outcome_unknown", `the registry has yet to carry out ${clTRID}`);
  };

  return {
    code,
    async checkAvailability(name) {
      const fee = {
        currency,
        commands: [{ name: "create" as const, period: { value: 1, unit: "y" as const } }],
      };
      const { data } = await translated(client.domainCheck([name], { fee }));
      const answer = data.domains.find((domain) => domain.name.toLowerCase() === name);
      if (!answer) throw new RegistrarError("unavailable", "the registry left the name out of its answer");
      return { available: answer.available, ...firstYearPriceOf(data.fee) };
    },
    async readDomain(name) {
      try {
        const { data } = await client.domainInfo(name);
        return registryDomainOf(data);
      } catch (error) {
        if (
          error instanceof EppResultError &&
          (error.code === objectDoesNotExist || error.code === notAuthorized)
        )
          return null;
        throw registrarErrorOf(error);
      }
    },
    changeDsRecords: (name, { add, remove }) =>
      done(
        client.domainUpdate(name, {
          secDns: {
            ...(remove.length > 0 ? { remove: { dsData: remove } } : {}),
            ...(add.length > 0 ? { add: { dsData: add } } : {}),
          },
        }),
      ),
    changeNameservers: (name, { add, remove }) =>
      done(
        client.domainUpdate(name, {
          ...(add.length > 0 ? { add: { nameservers: add.map((server) => ({ name: server })) } } : {}),
          ...(remove.length > 0
            ? { remove: { nameservers: remove.map((server) => ({ name: server })) } }
            : {}),
        }),
      ),
    async nextNotice() {
      const { data } = await translated(client.poll());
      if (!data) return null;
      const { subject } = data;
      const domainName =
        subject?.type === "domain:info" || subject?.type === "domain:renewed"
          ? subject.domain.name
          : subject?.type === "domain:pendingAction"
            ? subject.action.name
            : null;
      return { id: data.id, domainName: domainName?.toLowerCase() ?? null, message: data.text ?? "" };
    },
    async acknowledgeNotice(id) {
      try {
        await client.ackPoll(id);
      } catch (error) {
        // Another worker took it off the queue, or our first try did before its answer was lost.
        if (error instanceof EppResultError && error.code === objectDoesNotExist) return;
        throw registrarErrorOf(error);
      }
    },
    async ping() {
      await translated(client.hello());
    },
    close: () => client.close(),
  };
}
