import { domainParameters } from "@zonepost/schema";
import { domainNotification } from "@zonepost/schema/panel";
import { z } from "zod";
import { named, panelOperation } from "../../../kernel/http/operation.ts";
import { listNotifications } from "./list-notifications.ts";

export const notificationOperations = () =>
  named({
    listDomainNotifications: panelOperation({
      right: "domains:read",
      input: domainParameters,
      output: z.array(domainNotification),
      handle: (ctx, input) => listNotifications(ctx, input.name),
    }),
  });
