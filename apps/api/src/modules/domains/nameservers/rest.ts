import { domainParameters, nameserversInput, nameserversResult } from "@zonepost/schema";
import { named, operation } from "../../../kernel/http/operation.ts";
import { acceptedByRegistry } from "../model/operations.ts";
import type { DomainPorts } from "../ports.ts";
import { changeNameservers } from "./change-nameservers.ts";
import type { NameserverPorts } from "./validate-nameservers.ts";

export const nameserverOperations = (ports: DomainPorts & NameserverPorts) =>
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
      body: nameserversInput,
      output: nameserversResult,
      outputDescription: "The updated domain",
      successStatus: 200,
      accepted: acceptedByRegistry,
      problems: [404, 409, 503],
      handle: (ctx, { parameters, body }) =>
        changeNameservers({ ...ctx, ...ports }, { name: parameters.name, ...body }),
    }),
  });
