import { newId, publicId, rowId } from "../../src/kernel/ids.ts";
import { chance, type MakeTarget, once, paid, type Row, type Rows, unknownId, unknownName } from "./row.ts";

const activated: MakeTarget = paid(async ({ api, workspace }) => {
  const domainName = await workspace.addDomain();
  const { cookie } = workspace.owner;
  const body = { domainName, planSlug: "business" };
  const { status, text } = await api.call({ method: "POST", path: "/me/mail/activate", cookie, body });
  if (status !== 201) {
    throw new Error(`mail was not activated: ${text}`);
  }
  return { path: { domainName } };
});
const ownMailDomain = once((world) => activated(world, world.workspace.owner));
const deactivatedMailDomain = once((world) => activated(world, world.workspace.owner));
const missingMailDomain = { path: { domainName: unknownName } };
const newAccount = () => ({ localPart: `box-${chance()}`, displayName: "Info" });
const newAlias = (domainName: string) => ({
  fromAddress: `box-${chance()}@${domainName}`,
  toAddress: "sales@elsewhere.example",
});

const activation: Row = {
  success: 201,
  own: paid(async ({ workspace }) => ({
    body: { domainName: await workspace.addDomain(), planSlug: "starter" },
  })),
  missing: { body: { domainName: unknownName, planSlug: "starter" } },
};
/** It costs money, which also requires `domains:buy`. */
const mayNotBuy = { member_of_this_domain: 403, member_of_another_domain: 403 } as const;
const keysMayNotBuy = {
  key_of_other_workspace: 403,

  key_with_the_scope: 403,
  key_of_this_domain: 403,
  key_of_another_domain: 403,
} as const;
const accountCreation: Row = {
  success: 201,
  own: async (world) => ({ ...(await ownMailDomain(world)), body: newAccount() }),
  missing: { ...missingMailDomain, body: newAccount() },
};
const aliasCreation: Row = {
  success: 201,
  own: async (world) => {
    const { path } = await ownMailDomain(world);
    return { path, body: newAlias(path?.domainName ?? "") };
  },
  missing: { ...missingMailDomain, body: newAlias(unknownName) },
};
const ownAlias: MakeTarget = async (world) => {
  const { path } = await ownMailDomain(world);
  const { status, text, json } = await world.api.call({
    method: "POST",
    path: `/me/mail/${path?.domainName}/aliases`,
    cookie: world.workspace.owner.cookie,
    body: newAlias(path?.domainName ?? ""),
  });
  if (status !== 201) {
    throw new Error(`the alias was not created: ${text}`);
  }
  return { path: { ...path, id: json.id } };
};
const missingAlias = { path: { domainName: unknownName, id: unknownId("mal") } };
const aliasReading: Row = {
  success: 200,
  own: once((world) => ownAlias(world, world.workspace.owner)),
  missing: missingAlias,
};
const aliasUpdate: Row = {
  success: 200,
  own: async (world, person) => ({
    ...(await ownAlias(world, person)),
    body: { toAddresses: ["shop@elsewhere.example"] },
  }),
  missing: { ...missingAlias, body: { toAddresses: ["shop@elsewhere.example"] } },
};
const aliasDeletion: Row = { success: 204, own: ownAlias, missing: missingAlias };
const forwardingResend: Row = {
  success: 200,
  // A new target, whose first email was sent long enough ago to send another.
  own: async (world) => {
    const { path } = await ownMailDomain(world);
    const address = `person-${chance()}@elsewhere.example`;
    const { status, text } = await world.api.call({
      method: "POST",
      path: `/me/mail/${path?.domainName}/aliases`,
      cookie: world.workspace.owner.cookie,
      body: { ...newAlias(path?.domainName ?? ""), toAddress: address },
    });
    if (status !== 201) {
      throw new Error(`the alias was not created: ${text}`);
    }
    await world.api.sql`
      update mail_forward_targets set sent_at = sent_at - interval '2 minutes' where address = ${address}`;
    return { path, body: { address } };
  },
  missing: { ...missingMailDomain, body: { address: "sales@elsewhere.example" } },
};
/** Written directly: a password's hash takes long, and the plan has room for 100 accounts. */
const newOwnAccount =
  ({ isDeleted = false } = {}): MakeTarget =>
  async (world) => {
    const { path } = await accountDomain(world);
    const domainName = path?.domainName ?? "";
    const id = newId();
    await world.api.sql`insert into mail_accounts
        (id, mail_domain_id, full_address, display_name, password_hash, created_at, deleted_at, erases_at)
      select ${id}, id, ${`box-${chance()}@${domainName}`}, 'Info', '{ARGON2ID}none', now(),
        ${isDeleted ? "2026-01-01" : null}::timestamptz, ${isDeleted ? "2999-01-01" : null}::timestamptz
      from mail_domains where domain_name = ${domainName}`;
    return { path: { domainName, id: publicId("mac", id) } };
  };
const accountDomain = once((world) => activated(world, world.workspace.owner));
const sharedAccount = once((world) => newOwnAccount()(world, world.workspace.owner));
const missingAccount = { path: { domainName: unknownName, id: unknownId("mac") } };
const accountReading: Row = { success: 200, own: sharedAccount, missing: missingAccount };
const accountUpdate: Row = {
  success: 200,
  own: async (world) => ({ ...(await sharedAccount(world)), body: { displayName: `Info ${chance()}` } }),
  missing: { ...missingAccount, body: { displayName: "Info" } },
};
const passwordChange: Row = {
  success: 200,
  own: async (world) => ({ ...(await sharedAccount(world)), body: { password: "quiet harbor lantern" } }),
  missing: { ...missingAccount, body: {} },
};
const accountDeletion: Row = { success: 200, own: newOwnAccount(), missing: missingAccount };
const accountRestore: Row = {
  success: 200,
  own: newOwnAccount({ isDeleted: true }),
  missing: missingAccount,
};
const appPasswordCreation: Row = {
  success: 201,
  own: async (world) => ({ ...(await sharedAccount(world)), body: { label: `Phone ${chance()}` } }),
  missing: { ...missingAccount, body: { label: "Phone" } },
};
const appPasswordRevocation: Row = {
  success: 204,
  own: async (world, person) => {
    const { path } = await newOwnAccount()(world, person);
    const id = newId();
    await world.api
      .sql`insert into mail_app_passwords (id, account_id, label, hint, password_hash, created_at)
      values (${id}, ${rowId("mac", path?.id ?? "") ?? ""}, 'Phone', '0000', '{SSHA256}none', now())`;
    return { path: { ...path, appPasswordId: publicId("map", id) } };
  },
  missing: { path: { ...missingAccount.path, appPasswordId: unknownId("map") } },
};
/** A mail host that reports, without which no list is complete. */
const connectionReading: Row = {
  success: 200,
  own: async (world) => {
    await world.api.sql`
      insert into mail_hosts (name, started_at, last_seen_at, connections_reported_at)
      values ('mail.rights.test', now(), now(), now() + interval '1 day') on conflict do nothing`;
    return sharedAccount(world);
  },
  missing: missingAccount,
};
const connectionEnding: Row = { success: 204, own: newOwnAccount(), missing: missingAccount };
const reading: Row = { success: 200, own: ownMailDomain, missing: missingMailDomain };
const dnsCheck: Row = {
  success: 200,
  changesNothing: true,
  own: async (world) => {
    await world.api.sql`delete from rate_limit_windows where bucket like 'mail-dns-check:%'`;
    return ownMailDomain(world);
  },
  missing: missingMailDomain,
};
const dnsShare: Row = { success: 201, own: ownMailDomain, missing: missingMailDomain };
const dnsShareRevocation: Row = {
  success: 204,
  own: async (world) => {
    const { path } = await ownMailDomain(world);
    const { cookie } = world.workspace.owner;
    await world.api.call({ method: "POST", path: `/me/mail/${path?.domainName}/dns/share`, cookie });
    return { path };
  },
  missing: missingMailDomain,
};
/** The zone of the mail domain is hosted here. Changes of its records also require `zones:write`. */
const hostedMailDomain = once(async (world) => {
  const target = await activated(world, world.workspace.owner);
  const { id: workspaceId } = world.workspace;
  const zone = { workspaceId, id: newId(), name: target.path?.domainName ?? "" };
  await world.api.sql`
    insert into zones (workspace_id, id, name, basis, serial, created_at, updated_at)
    values (${zone.workspaceId}, ${zone.id}, ${zone.name}, 'held', 1, now(), now())`;
  return zone;
});
const keysMayNotWriteZones = {
  key_with_the_scope: 403,
  key_of_this_domain: 403,
  key_of_another_domain: 403,
  key_of_other_workspace: 403,
} as const;
const spfMerge: Row = {
  success: 201,
  own: async (world) => {
    const { id, name } = await hostedMailDomain(world);
    await world.api.sql`delete from zone_record_sets where zone_id = ${id} and name = '@' and type = 'TXT'`;
    return { path: { domainName: name }, body: {} };
  },
  missing: { ...missingMailDomain, body: {} },
};
const spfMergePreview: Row = {
  success: 200,
  own: async (world) => ({ path: { domainName: (await hostedMailDomain(world)).name } }),
  missing: missingMailDomain,
};
const managedRecord =
  (managedBy: "mail" | null): MakeTarget =>
  async (world) => {
    const { workspaceId, id, name } = await hostedMailDomain(world);
    await world.api.sql`
      insert into zone_record_sets (workspace_id, zone_id, name, type, ttl_seconds, "values", managed_by, updated_at)
      values (${workspaceId}, ${id}, '_dmarc', 'TXT', 300, ${['"v=DMARC1; p=none"']}, ${managedBy}, now())
      on conflict (workspace_id, zone_id, name, type)
        do update set "values" = excluded."values", managed_by = excluded.managed_by`;
    return { path: { domainName: name }, body: { name: `_dmarc.${name}`, type: "TXT" } };
  };
const recordOfMissing = { ...missingMailDomain, body: { name: `_dmarc.${unknownName}`, type: "TXT" } };
const recordReplacement: Row = { success: 201, own: managedRecord(null), missing: recordOfMissing };
const recordRelease: Row = { success: 201, own: managedRecord("mail"), missing: recordOfMissing };
const update: Row = {
  success: 200,
  // The other value, because only a change is recorded in the log.
  own: async (world) => {
    const { path } = await ownMailDomain(world);
    const { cookie } = world.workspace.owner;
    const { json } = await world.api.call({ path: `/me/mail/${path?.domainName}`, cookie });
    return { path, body: { autoRenew: !json.autoRenew } };
  },
  missing: { ...missingMailDomain, body: { autoRenew: false } },
};

/** Starts from a mail domain with a pending key, or without one. */
const rotation = (success: number, before: "rotate" | "cancel"): Row => ({
  success,
  own: async (world) => {
    const { path } = await ownMailDomain(world);
    const { cookie } = world.workspace.owner;
    await world.api.call({ method: "POST", path: `/me/mail/${path?.domainName}/dkim/${before}`, cookie });
    return { path };
  },
  missing: missingMailDomain,
});

const deactivation: Row = {
  success: 200,
  // Once reactivated, it is deactivated again, because only a change is recorded in the log.
  own: async (world) => {
    const { path } = await deactivatedMailDomain(world);
    const { cookie } = world.workspace.owner;
    const body = { suspended: false };
    await world.api.call({ method: "PATCH", path: `/me/mail/${path?.domainName}`, cookie, body });
    return { path };
  },
  missing: missingMailDomain,
};

/** A new network each time, because only a change is recorded in the log. */
const exceptions = () => {
  const network = chance()
    .match(/../g)
    ?.map((byte) => Number.parseInt(byte, 16))
    .join(".");
  return { exceptions: [{ network, note: "Mailing list" }] };
};
const exceptionReplacement: Row = {
  success: 200,
  own: async (world) => ({ ...(await ownMailDomain(world)), body: exceptions() }),
  missing: { ...missingMailDomain, body: exceptions() },
};

export const mailOrderRows: Rows = {
  rest: {
    updateMailDomain: update,
    activateMail: { ...activation, except: { ...mayNotBuy, ...keysMayNotBuy } },
  },
  trpc: {
    "orders.updateMail": { right: "mail:write", ...update },
    "orders.activateMail": { right: "mail:write", ...activation, success: 200, except: mayNotBuy },
  },
};

export const mailRows: Rows = {
  rest: {
    getMailSettings: { success: 200 },
    listMailDomains: { success: 200 },
    getMailDomain: reading,
    deactivateMail: deactivation,
    listMailSenderExceptions: reading,
    replaceMailSenderExceptions: exceptionReplacement,
    createMailAccount: accountCreation,
    listMailAccounts: reading,
    getMailAccount: accountReading,
    updateMailAccount: accountUpdate,
    changeMailAccountPassword: passwordChange,
    deleteMailAccount: accountDeletion,
    restoreMailAccount: accountRestore,
    listMailAppPasswords: accountReading,
    createMailAppPassword: appPasswordCreation,
    revokeMailAppPassword: appPasswordRevocation,
    listMailConnections: connectionReading,
    endMailConnections: connectionEnding,
    createMailAlias: aliasCreation,
    listMailAliases: reading,
    listMailMessages: reading,
    getMailUsage: reading,
    getMailAlias: aliasReading,
    updateMailAlias: aliasUpdate,
    deleteMailAlias: aliasDeletion,
    resendMailForwarding: forwardingResend,
    listDkimKeys: reading,
    rotateDkimKey: rotation(201, "cancel"),
    cancelDkimRotation: rotation(200, "rotate"),
    getMailDns: reading,
    getMailDnsZone: reading,
    checkMailDns: dnsCheck,
    mergeMailSpf: { ...spfMerge, except: keysMayNotWriteZones },
    replaceMailDnsRecords: { ...recordReplacement, except: keysMayNotWriteZones },
    releaseMailDnsRecords: { ...recordRelease, except: keysMayNotWriteZones },
    createMailDnsShare: dnsShare,
    getMailDnsShare: reading,
    revokeMailDnsShare: dnsShareRevocation,
  },
  trpc: {
    "mail.settings": { right: "mail:read", success: 200 },
    "mail.find": { right: "mail:read", success: 200 },
    "mail.storage": { right: "mail:read", success: 200 },
    "mail.page": { right: "mail:read", success: 200 },
    "mail.get": { right: "mail:read", ...reading },
    "mail.deactivate": { right: "mail:write", ...deactivation },
    "mail.senderExceptions": { right: "mail:read", ...reading },
    "mail.replaceSenderExceptions": { right: "mail:write", ...exceptionReplacement },
    "mail.accountPage": { right: "mail:read", ...reading },
    "mail.account": { right: "mail:read", ...accountReading },
    "mail.updateAccount": { right: "mail:write", ...accountUpdate },
    "mail.changeAccountPassword": { right: "mail:write", ...passwordChange },
    "mail.deleteAccount": { right: "mail:write", ...accountDeletion },
    "mail.restoreAccount": { right: "mail:write", ...accountRestore },
    "mail.appPasswords": { right: "mail:read", ...accountReading },
    "mail.createAppPassword": { right: "mail:write", ...appPasswordCreation, success: 200 },
    "mail.revokeAppPassword": { right: "mail:write", ...appPasswordRevocation, success: 200 },
    "mail.connections": { right: "mail:read", ...connectionReading },
    "mail.endConnections": { right: "mail:write", ...connectionEnding, success: 200 },
    "mail.createAccount": { right: "mail:write", ...accountCreation, success: 200 },
    "mail.findMailboxes": { right: "mail:read", success: 200, own: async () => ({ body: { words: "box" } }) },
    "mail.aliases": { right: "mail:read", ...reading },
    "mail.createAlias": { right: "mail:write", ...aliasCreation, success: 200 },
    "mail.updateAlias": { right: "mail:write", ...aliasUpdate },
    "mail.deleteAlias": { right: "mail:write", ...aliasDeletion, success: 200 },
    "mail.dns": { right: "mail:read", ...reading },
    "mail.messages": { right: "mail:read", ...reading },
    "mail.usage": { right: "mail:read", ...reading },
    "mail.dnsLights": { right: "mail:read", ...reading },
    "mail.checkDns": { right: "mail:read", ...dnsCheck },
    "mail.spfMerge": { right: "mail:write", ...spfMergePreview },
    "mail.mergeSpf": { right: "mail:write", ...spfMerge, success: 200 },
    "mail.replaceDnsRecords": { right: "mail:write", ...recordReplacement, success: 200 },
    "mail.releaseDnsRecords": { right: "mail:write", ...recordRelease, success: 200 },
    "mail.dnsShare": { right: "mail:read", ...reading },
    "mail.createDnsShare": { right: "mail:write", ...dnsShare, success: 200 },
    "mail.revokeDnsShare": { right: "mail:write", ...dnsShareRevocation, success: 200 },
    "mail.resendForwarding": { right: "mail:write", ...forwardingResend },
    "mail.dkimKeys": { right: "mail:read", ...reading },
    "mail.rotateDkimKey": { right: "mail:write", ...rotation(200, "cancel") },
    "mail.cancelDkimRotation": { right: "mail:write", ...rotation(200, "rotate") },
  },
};
