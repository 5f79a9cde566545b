import { mailAccountParameters, mailConnection } from "@zonepost/schema";
import { z } from "zod";
import { named, operation } from "../../../kernel/http/operation.ts";
import { endConnections } from "./end-connections.ts";
import { listConnections } from "./list-connections.ts";

export const mailConnectionOperations = () =>
  named({
    listMailConnections: operation({
      method: "GET",
      path: "/me/mail/{domainName}/accounts/{id}/connections",
      tag: "Mail",
      summary: "List the open connections of a mail account",
      description:
        "The mail programs that are signed in, as the mail hosts reported them in the last seconds. 503 with the code `mail_connections_unknown` if a mail host hasn't reported for a minute.",
      right: "mail:read",
      parameters: mailAccountParameters,
      output: z.array(mailConnection),
      outputDescription: "The connections, newest first",
      successStatus: 200,
      problems: [404, 503],
      handle: (ctx, { parameters }) => listConnections(ctx, parameters),
    }),
    endMailConnections: operation({
      method: "DELETE",
      path: "/me/mail/{domainName}/accounts/{id}/connections",
      tag: "Mail",
      summary: "End the open connections of a mail account",
      description:
        "Ends all of them within seconds, also in the middle of a message. Passwords stay as they are, so that mail programs can sign in again: to keep somebody out, change the password or revoke the app password, which ends its connections as well.",
      right: "mail:write",
      parameters: mailAccountParameters,
      output: z.void(),
      outputDescription: "The connections end",
      successStatus: 204,
      problems: [404],
      handle: (ctx, { parameters }) => endConnections(ctx, parameters),
    }),
  });
