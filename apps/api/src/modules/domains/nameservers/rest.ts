import {
  dnsStatus,
  domainParameters,
  nameserverPreflight,
  nameserversInput,
  nameserversResult,
  preflightQuery,
} from "@zonepost/schema";
import { named, operation } from "../../../kernel/http/operation.ts";
import { acceptedByRegistry } from "../model/operations.ts";
import type { DnsCheckPorts, DomainPorts } from "../ports.ts";
import { changeNameservers } from "./change-nameservers.ts";
import { checkNameservers } from "./check-nameservers.ts";
import { getDnsStatus } from "./get-dns-status.ts";
import type { NameserverPorts } from "./validate-nameservers.ts";

export const nameserverOperations = (ports: DomainPorts & NameserverPorts & DnsCheckPorts) =>
  named({
    changeNameservers: operation({
      method: "PUT",
      path: "/domains/{name}/nameservers",
      tag: "Domains",
      summary: "Update a domain's nameservers",
      description:
        "Replaces the whole list. Hosts under the domain need IP addresses; other hosts must have none. If a host can't be looked up, it is accepted with a warning. Emits `domain.nameservers_changed`.",
      right: "domains:write",
      parameters: domainParameters,
      query: preflightQuery,
      body: nameserversInput,
      output: nameserversResult,
      outputDescription: "The updated domain",
      successStatus: 200,
      accepted: acceptedByRegistry,
      problems: [404, 409, 503],
      handle: (ctx, { parameters, query, body }) =>
        changeNameservers({ ...ctx, ...ports }, { name: parameters.name, ...body, ...query }),
    }),
    checkNameservers: operation({
      method: "POST",
      path: "/domains/{name}/nameservers/preflight",
      tag: "Domains",
      summary: "Check nameservers",
      description:
        "Queries the current and the new nameservers to check whether a change would break DNSSEC, lose mail or stop the domain from resolving. Changes nothing. Takes up to eight seconds.",
      right: "domains:read",
      parameters: domainParameters,
      body: nameserversInput,
      output: nameserverPreflight,
      outputDescription: "What the change would do",
      successStatus: 200,
      problems: [404],
      handle: (ctx, { parameters, body }) =>
        checkNameservers({ ...ctx, ...ports }, { name: parameters.name, ...body }),
    }),
    getDnsStatus: operation({
      method: "GET",
      path: "/domains/{name}/dns-status",
      tag: "Domains",
      summary: "Check a domain's DNS",
      description:
        "Queries the domain's nameservers, and looks up where its website and its mail are. What it finds counts as the domain's daily check. Takes up to eight seconds.",
      right: "domains:read",
      parameters: domainParameters,
      output: dnsStatus,
      outputDescription: "The status of the nameservers, the website and mail",
      successStatus: 200,
      problems: [404],
      handle: (ctx, { parameters }) => getDnsStatus({ ...ctx, ...ports }, parameters.name),
    }),
  });
