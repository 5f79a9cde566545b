import type { Registrar } from "../../modules/domains/ports.ts";
import { type Connection, outcomeOf, translated } from "./calls.ts";
import { contactChange, readContact, saveContact } from "./contacts.ts";
import { type Host, hasSameAddresses, nameserversOf, saveOwnHosts, withForeignHosts } from "./hosts.ts";
import { keyChange } from "./keys.ts";

type Changes = Pick<
  Registrar,
  | "changeDsRecords"
  | "changeNameservers"
  | "changeLock"
  | "changeHold"
  | "changeContacts"
  | "changeAuthCode"
  | "readContact"
  | "saveContact"
>;

const statusChange = (status: "clientTransferProhibited" | "clientHold", isSet: boolean) =>
  isSet ? { add: { statuses: [status] } } : { remove: { statuses: [status] } };

export const changesOf = ({ client, rulesOf }: Connection): Changes => ({
  async changeDsRecords(name, { add, remove }, options) {
    if (rulesOf(name).dnssecInterface === "keys") {
      const secDns = await translated(keyChange(client, name, { add, remove }));
      return outcomeOf(client.domainUpdate(name, { secDns }, options));
    }
    const secDns = {
      remove: remove.length > 0 ? { dsData: remove } : undefined,
      add: add.length > 0 ? { dsData: add } : undefined,
    };
    return outcomeOf(client.domainUpdate(name, { secDns }, options));
  },

  async changeNameservers(name, { before, after }, options) {
    const rules = rulesOf(name);
    const isObjects = rules.hostModel === "objects";
    if (isObjects) {
      await translated(saveOwnHosts(client, name, after));
    }
    // As an object, a host keeps its place in the delegation while its addresses change.
    const isSame = (one: Host, other: Host) =>
      one.host === other.host && (isObjects || hasSameAddresses(one, other));
    const added = after.filter((host) => !before.some((other) => isSame(host, other)));
    const removed = before.filter((host) => !after.some((other) => isSame(host, other)));
    if (added.length === 0 && removed.length === 0) {
      return "completed";
    }
    const servers = (hosts: Host[]) =>
      hosts.length > 0 ? { nameservers: nameserversOf(hosts, rules) } : undefined;
    const change = { add: servers(added), remove: servers(removed) };
    const update = () => client.domainUpdate(name, change, options);
    return outcomeOf(isObjects ? withForeignHosts(client, name, after, update) : update());
  },

  changeLock: (name, locked, options) =>
    outcomeOf(client.domainUpdate(name, statusChange("clientTransferProhibited", locked), options)),

  changeHold: (name, held, options) =>
    outcomeOf(client.domainUpdate(name, statusChange("clientHold", held), options)),

  changeContacts: (name, { before, after }, options) =>
    outcomeOf(client.domainUpdate(name, contactChange(before, after), options)),

  changeAuthCode: (name, authCode, options) =>
    outcomeOf(client.domainUpdate(name, { change: { authInfo: authCode } }, options)),

  readContact: (handle) => translated(readContact(client, handle)),

  saveContact: (handle, details, isPrivate, options) =>
    translated(saveContact(client, handle, details, isPrivate, options)),
});
