import { mutationOf, queryOf, router } from "../../kernel/http/trpc.ts";
import { contactOperations } from "./contacts/rest.ts";
import type { NameserverPorts } from "./nameservers/validate-nameservers.ts";
import type { DnsCheckPorts, DomainPorts } from "./ports.ts";
import { domainOperations } from "./rest.ts";

export const createDomainsRouter = (ports: DomainPorts & NameserverPorts & DnsCheckPorts) => {
  const operations = domainOperations(ports);
  return router({
    portfolio: queryOf(operations.getPortfolio),
    page: queryOf(operations.pageDomains),
    counts: queryOf(operations.countDomains),
    find: queryOf(operations.findDomains),
    matching: queryOf(operations.listMatchingDomains),
    get: queryOf(operations.getDomainWithMail),
    history: queryOf(operations.listDomainHistory),
    notifications: queryOf(operations.listDomainNotifications),
    update: mutationOf(operations.updateDomain),
    previewRegistration: mutationOf(operations.previewRegistration),
    previewRenewal: mutationOf(operations.previewRenewal),
    previewRestore: mutationOf(operations.previewRestore),
    delete: mutationOf(operations.deleteDomain),
    previewDeletion: mutationOf(operations.previewDeletion),
    previewTransferIn: mutationOf(operations.previewTransferIn),
    createAuthCode: mutationOf(operations.createAuthCode),
    operations: router({
      list: queryOf(operations.listDomainOperations),
      get: queryOf(operations.getDomainOperation),
      cancel: mutationOf(operations.cancelDomainOperation),
      approve: mutationOf(operations.approveTransferOut),
      reject: mutationOf(operations.rejectTransferOut),
    }),
    search: queryOf(operations.searchDomainByName),
    // Suggestions are streamed one at a time, as the registries respond.
    suggestions: queryOf(operations.streamDomainSuggestions),
    checkNames: queryOf(operations.checkNames),
    tlds: queryOf(operations.listTlds),
    prices: queryOf(operations.listPrices),
    changeNameservers: mutationOf(operations.changeNameservers),
    dnsStatus: queryOf(operations.getDnsStatus),
    contacts: queryOf(operations.getDomainContacts),
    changeContacts: mutationOf(operations.changeDomainContacts),
    dnssec: queryOf(operations.getDnssec),
    keyTimeline: queryOf(operations.getKeyTimeline),
    preflight: queryOf(operations.checkDsRecords),
    publishDsRecord: mutationOf(operations.publishDsRecord),
    publishDnskey: mutationOf(operations.publishDnskey),
    replaceDnskeys: mutationOf(operations.replaceDnskeys),
    removeDsRecord: mutationOf(operations.removeDsRecord),
    replaceDsRecords: mutationOf(operations.replaceDsRecords),
    batches: router({
      create: mutationOf(operations.changeManyDomains),
      preview: mutationOf(operations.previewDomainBatch),
      list: queryOf(operations.listDomainBatches),
      get: queryOf(operations.getDomainBatch),
    }),
  });
};

export const createContactsRouter = (ports: DomainPorts) => {
  const operations = contactOperations(ports);
  return router({
    list: queryOf(operations.listContacts),
    page: queryOf(operations.pageContacts),
    get: queryOf(operations.getContact),
    domains: queryOf(operations.listDomainsOfContact),
    create: mutationOf(operations.createContact),
    update: mutationOf(operations.updateContact),
    delete: mutationOf(operations.deleteContact),
  });
};
