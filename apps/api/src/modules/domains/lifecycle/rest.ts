import { deletionInput, domainOperation, domainOperationPreview, domainParameters } from "@zonepost/schema";
import { deletionPreviewInput, registrationPreviewInput, renewalPreviewInput } from "@zonepost/schema/panel";
import { named, operation, panelOperation } from "../../../kernel/http/operation.ts";
import type { NameserverPorts } from "../nameservers/validate-nameservers.ts";
import type { DomainPorts } from "../ports.ts";
import { deleteDomain, previewDeletion } from "./delete-domain.ts";
import { previewRegistration } from "./register-domain.ts";
import { previewRenewal } from "./renew-domain.ts";
import { previewRestore } from "./restore-domain.ts";

const preview = {
  output: domainOperationPreview,
  outputDescription: "The outcome and the price. Nothing was changed.",
};
const begun = {
  output: domainOperation,
  outputDescription:
    "The operation. Already finished if the registry completed it immediately, otherwise `pending`.",
  successStatus: 201,
} as const;

export const lifecycleOperations = (ports: DomainPorts & NameserverPorts) =>
  named({
    deleteDomain: operation({
      method: "POST",
      path: "/domains/{name}/delete",
      tag: "Domains",
      summary: "Delete a domain",
      description:
        "In the first days after registration, the name is released immediately. Later, it can be restored for some weeks.",
      right: "domains:release",
      parameters: domainParameters,
      body: deletionInput,
      ...begun,
      problems: [404, 409, 503],
      handle: (ctx, { parameters, body }) => deleteDomain({ ...ctx, ...ports }, { ...body, ...parameters }),
      dryRun: {
        ...preview,
        handle: (ctx, { parameters, body }) =>
          previewDeletion({ ...ctx, ...ports }, { ...body, ...parameters }),
      },
    }),
    // The panel previews the price; over REST, a dry run also checks the price that the request names.
    previewRegistration: panelOperation({
      right: "domains:buy",
      input: registrationPreviewInput,
      output: domainOperationPreview,
      handle: (ctx, input) => previewRegistration({ ...ctx, ...ports }, input, { isPriceRequest: true }),
    }),
    previewRenewal: panelOperation({
      right: "domains:buy",
      orRight: "domains:renew",
      input: renewalPreviewInput,
      output: domainOperationPreview,
      handle: (ctx, input) => previewRenewal({ ...ctx, ...ports }, input, { isPriceRequest: true }),
    }),
    previewRestore: panelOperation({
      right: "domains:buy",
      orRight: "domains:renew",
      input: domainParameters,
      output: domainOperationPreview,
      handle: (ctx, input) => previewRestore({ ...ctx, ...ports }, input, { isPriceRequest: true }),
    }),
    previewDeletion: panelOperation({
      right: "domains:release",
      input: deletionPreviewInput,
      output: domainOperationPreview,
      handle: (ctx, input) => previewDeletion({ ...ctx, ...ports }, input),
    }),
  });
