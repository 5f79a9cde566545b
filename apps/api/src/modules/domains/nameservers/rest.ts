import { domainParameters, nameserversInput, nameserversResult } from "@zonepost/schema";
import { operation } from "../../../kernel/http/operation.ts";
import type { DomainPorts } from "../ports.ts";
import { changeNameservers } from "./change-nameservers.ts";
import type { NameserverPorts } from "./judge-nameservers.ts";

export const nameserverOperations = (ports: DomainPorts & NameserverPorts) => ({
  changeNameservers: operation({
    operationId: "changeNameservers",
    method: "PUT",
    path: "/domains/{name}/nameservers",
    tag: "Domains",
    summary: "Delegate a domain to other nameservers",
    description:
      "The whole list. Hosts below the domain itself need their addresses, others must have none. A host that could not be looked up now is taken, with a warning. Emits `domain.nameservers_changed`.",
    right: "domains:write",
    parameters: domainParameters,
    body: nameserversInput,
    output: nameserversResult,
    outputDescription: "The domain as it is now",
    successStatus: 200,
    problems: [404, 409, 503],
    handle: (ctx, { parameters, body }) =>
      changeNameservers({ ...ctx, ...ports }, { name: parameters.name, ...body }),
  }),
});
