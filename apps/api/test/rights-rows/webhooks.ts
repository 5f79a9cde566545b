import { newId, publicId } from "../../src/kernel/ids.ts";
import { chance, once, type Row, type Rows, unknownId, type World } from "./row.ts";

const endpointBody = () => ({ url: `https://hooks.example.com/${chance()}`, events: ["*"] });
const newEndpoint = async ({ api, workspace }: World) => {
  const { cookie } = workspace.owner;
  const path = "/webhooks/outbound";
  const { json } = await api.call({ method: "POST", path, cookie, body: endpointBody() });
  return { path: { id: json.id as string } };
};
const ownEndpoint = once(newEndpoint);
const missingEndpoint = { path: { id: unknownId("whe") } };

const pausedEndpoint = async (world: World) => {
  const target = await newEndpoint(world);
  const path = `/webhooks/outbound/${target.path.id}`;
  const { cookie } = world.workspace.owner;
  await world.api.call({ method: "PATCH", path, cookie, body: { active: false } });
  return target;
};

const rotatingEndpoint = async (world: World) => {
  const target = await newEndpoint(world);
  const path = `/webhooks/outbound/${target.path.id}/secret`;
  await world.api.call({ method: "POST", path, cookie: world.workspace.owner.cookie, body: {} });
  return target;
};

const rotation: Row = { success: 201, own: newEndpoint, missing: missingEndpoint };
const rotationEnd: Row = { success: 200, own: rotatingEndpoint, missing: missingEndpoint };
const test: Row = {
  success: 202,
  own: async (world) => ({ ...(await newEndpoint(world)), body: { type: "domain.expired" } }),
  missing: { ...missingEndpoint, body: { type: "domain.expired" } },
};
// Without events about payments, which need a right of their own.
const creation: Row = {
  success: 201,
  own: async () => ({ body: { ...endpointBody(), events: ["domain.expired"] } }),
};
const update: Row = {
  success: 200,
  own: async (world) => ({ ...(await ownEndpoint(world)), body: { description: "new" } }),
  missing: { ...missingEndpoint, body: { description: "new" } },
};
const deletion: Row = { success: 204, own: newEndpoint, missing: missingEndpoint };
const reactivation: Row = { success: 200, own: pausedEndpoint, missing: missingEndpoint };
const catchUpBody = { since: "2026-01-01T00:00:00.000Z" };
/** Always the same endpoint: a workspace has a limit. */
const idleEndpoint = async (world: World) => {
  const { sql } = world.api;
  await sql`update webhook_catch_ups set state = 'done', finished_at = now() where finished_at is null`;
  await sql`update webhook_endpoints set catch_up_id = null, is_held = false where catch_up_id is not null`;
  return { ...(await ownEndpoint(world)), body: catchUpBody };
};
const catchingUp = async (world: World) => {
  const { path, body } = await idleEndpoint(world);
  const { cookie } = world.workspace.owner;
  await world.api.call({ method: "POST", path: `/webhooks/outbound/${path.id}/catch-up`, cookie, body });
  return { path };
};
const missingCatchUp = { ...missingEndpoint, body: catchUpBody };
const catchUp: Row = { success: 202, own: idleEndpoint, missing: missingCatchUp };
const catchUpProgress: Row = { success: 200, own: catchingUp, missing: missingEndpoint };
const catchUpStop: Row = { success: 200, own: catchingUp, missing: missingEndpoint };
const retry: Row = { success: 202, own: newEndpoint, missing: missingEndpoint };
const reading: Row = { success: 200, own: ownEndpoint, missing: missingEndpoint };

const newDelivery = async (world: World) => {
  const { path } = await newEndpoint(world);
  const { sql } = world.api;
  const [eventId, deliveryId] = [newId(), newId()];
  await sql`insert into events (id, workspace_id, type, subject, sequence, body, created_at)
    values (${eventId}, ${world.workspace.id}, 'domain.expired', 'example.com', 1, '{}', now())`;
  await sql`insert into deliveries
      (id, workspace_id, endpoint_id, event_id, event_type, subject, sequence, status, created_at)
    select ${deliveryId}, workspace_id, id, ${eventId}, 'domain.expired', 'example.com', 1, 'failed', now()
    from webhook_endpoints where workspace_id = ${world.workspace.id} order by id desc limit 1`;
  return { path: { ...path, deliveryId: publicId("whd", deliveryId) } };
};
const missingDelivery = { path: { id: unknownId("whe"), deliveryId: unknownId("whd") } };
const deliveryReading: Row = { success: 200, own: once(newDelivery), missing: missingDelivery };
const replay: Row = { success: 202, own: newDelivery, missing: missingDelivery };

export const webhookRows: Rows = {
  rest: {
    listEvents: { success: 200 },
    listEventTypes: { success: 200 },
    createWebhookEndpoint: creation,
    listWebhookEndpoints: { success: 200 },
    getWebhookEndpoint: reading,
    updateWebhookEndpoint: update,
    deleteWebhookEndpoint: deletion,
    reactivateWebhookEndpoint: reactivation,
    rotateWebhookSecret: rotation,
    switchWebhookSecret: rotationEnd,
    cancelWebhookSecretRotation: rotationEnd,
    sendWebhookTestEvent: test,
    listWebhookDeliveries: reading,
    getWebhookDelivery: deliveryReading,
    replayWebhookDelivery: replay,
    startWebhookCatchUp: catchUp,
    getWebhookCatchUp: catchUpProgress,
    stopWebhookCatchUp: catchUpStop,
    retryWebhookDeliveries: retry,
  },
  trpc: {
    "webhooks.list": { right: "webhooks:read", success: 200 },
    "webhooks.get": { right: "webhooks:read", ...reading },
    "webhooks.create": { right: "webhooks:write", ...creation, success: 200 },
    "webhooks.update": { right: "webhooks:write", ...update },
    "webhooks.delete": { right: "webhooks:write", ...deletion, success: 200 },
    "webhooks.reactivate": { right: "webhooks:write", ...reactivation },
    "webhooks.rotateSecret": { right: "webhooks:write", ...rotation, success: 200 },
    "webhooks.switchSecret": { right: "webhooks:write", ...rotationEnd },
    "webhooks.cancelRotation": { right: "webhooks:write", ...rotationEnd },
    "webhooks.sendTest": { right: "webhooks:write", ...test, success: 200 },
    "webhooks.catchUp": { right: "webhooks:read", ...catchUpProgress },
    "webhooks.catchUpCount": {
      right: "webhooks:write",
      ...catchUp,
      success: 200,
      changesNothing: true,
    },
    "webhooks.startCatchUp": { right: "webhooks:write", ...catchUp, success: 200 },
    "webhooks.stopCatchUp": { right: "webhooks:write", ...catchUpStop },
    "webhooks.retryNow": { right: "webhooks:write", ...retry, success: 200 },
    "webhooks.missed": { right: "webhooks:read", success: 200 },
    "webhooks.missedOf": { right: "webhooks:read", ...reading },
    "webhooks.activity": { right: "webhooks:read", success: 200 },
    "webhooks.health": { right: "webhooks:read", ...reading },
    "webhooks.deliveryPage": { right: "webhooks:read", ...reading },
    "webhooks.delivery": { right: "webhooks:read", ...deliveryReading },
    "webhooks.replay": { right: "webhooks:write", ...replay, success: 200 },
  },
};
