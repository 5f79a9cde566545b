import { mutationOf, queryOf, router } from "../../kernel/http/trpc.ts";
import type { MailPorts } from "./ports.ts";
import { mailOperations } from "./rest.ts";

export const createMailRouter = (ports: MailPorts) => {
  const operations = mailOperations(ports);
  return router({
    page: queryOf(operations.pageMailDomains),
    find: queryOf(operations.findMailDomains),
    storage: queryOf(operations.getMailStorage),
    settings: queryOf(operations.findMailSettings),
    get: queryOf(operations.getMailDomain),
    deactivate: mutationOf(operations.deactivateMail),
    accountPage: queryOf(operations.pageMailAccounts),
    account: queryOf(operations.getMailAccount),
    createAccount: mutationOf(operations.createMailAccount),
    updateAccount: mutationOf(operations.updateMailAccount),
    changeAccountPassword: mutationOf(operations.changeMailAccountPassword),
    deleteAccount: mutationOf(operations.deleteMailAccount),
    restoreAccount: mutationOf(operations.restoreMailAccount),
    appPasswords: queryOf(operations.listMailAppPasswords),
    createAppPassword: mutationOf(operations.createMailAppPassword),
    revokeAppPassword: mutationOf(operations.revokeMailAppPassword),
    connections: queryOf(operations.listMailConnections),
    endConnections: mutationOf(operations.endMailConnections),
    aliases: queryOf(operations.listMailAliases),
    findMailboxes: queryOf(operations.findMailboxes),
    dns: queryOf(operations.getMailDnsPage),
    dnsLights: queryOf(operations.getMailDnsLights),
    checkDns: mutationOf(operations.checkMailDns),
    dnsShare: queryOf(operations.getMailDnsShare),
    createDnsShare: mutationOf(operations.createMailDnsShare),
    revokeDnsShare: mutationOf(operations.revokeMailDnsShare),
    messages: queryOf(operations.listMailMessagePage),
    usage: queryOf(operations.getMailUsage),
    createAlias: mutationOf(operations.createMailAlias),
    updateAlias: mutationOf(operations.updateMailAlias),
    deleteAlias: mutationOf(operations.deleteMailAlias),
    resendForwarding: mutationOf(operations.resendMailForwarding),
    dkimKeys: queryOf(operations.listDkimKeys),
    rotateDkimKey: mutationOf(operations.rotateDkimKey),
    cancelDkimRotation: mutationOf(operations.cancelDkimRotation),
    senderExceptions: queryOf(operations.listMailSenderExceptions),
    replaceSenderExceptions: mutationOf(operations.replaceMailSenderExceptions),
  });
};
