import type { Registrar } from "../../modules/domains/ports.ts";
import { type Connection, outcomeOf, translated } from "./calls.ts";
import { contactChange, saveContact } from "./contacts.ts";
import { saveOwnHosts, withForeignHosts } from "./hosts.ts";

type Changes = Pick<
  Registrar,
  "changeDsRecords" | "changeNameservers" | "changeLock" | "changeContacts" | "changeAuthCode" | "saveContact"
>;

export const changesOf = ({ client }: Connection): Changes => ({
  changeDsRecords(name, { add, remove }, options) {
    const secDns = {
      remove: remove.length > 0 ? { dsData: remove } : undefined,
      add: add.length > 0 ? { dsData: add } : undefined,
    };
    return outcomeOf(client.domainUpdate(name, { secDns }, options));
  },

  async changeNameservers(name, { before, after }, options) {
    await translated(saveOwnHosts(client, name, after));
    const named = (list: readonly { host: string }[]) => list.map(({ host }) => host);
    const added = named(after).filter((host) => !named(before).includes(host));
    const removed = named(before).filter((host) => !named(after).includes(host));
    if (added.length === 0 && removed.length === 0) {
      return "completed";
    }
    const servers = (hosts: string[]) =>
      hosts.length > 0 ? { nameservers: hosts.map((host) => ({ name: host })) } : undefined;
    const change = { add: servers(added), remove: servers(removed) };
    const update = () => client.domainUpdate(name, change, options);
    return outcomeOf(withForeignHosts(client, name, after, update));
  },

  changeLock(name, locked, options) {
    const statuses = { statuses: ["clientTransferProhibited" as const] };
    return outcomeOf(client.domainUpdate(name, locked ? { add: statuses } : { remove: statuses }, options));
  },

  changeContacts: (name, { before, after }, options) =>
    outcomeOf(client.domainUpdate(name, contactChange(before, after), options)),

  changeAuthCode: (name, authCode, options) =>
    outcomeOf(client.domainUpdate(name, { change: { authInfo: authCode } }, options)),

  saveContact: (handle, details, isPrivate, options) =>
    translated(saveContact(client, handle, details, isPrivate, options)),
});
