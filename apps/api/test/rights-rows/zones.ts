import {
  type MakeTarget,
  once,
  type Row,
  type Rows,
  type Target,
  type TrpcRow,
  unknownName,
  type World,
} from "./row.ts";

const createZone = async ({ api, workspace }: World): Promise<Target> => {
  const name = await workspace.addDomain();
  const { cookie } = workspace.owner;
  const { status, text } = await api.call({ method: "POST", path: "/zones", cookie, body: { name } });
  if (status !== 201) {
    throw new Error(`no zone was created: ${text}`);
  }
  return { path: { zoneName: name } };
};
const ownZone = once(createZone);
const missingZone = { path: { zoneName: unknownName } };
const read = { own: ownZone, missing: missingZone };
const readVersion = {
  own: (async (world) => withVersion(await ownZone(world))) as MakeTarget,
  missing: withVersion(missingZone),
};

function withVersion({ path, ...target }: Target): Target {
  return { ...target, path: { ...path, version: "1" } };
}

/** The same change again makes no version, so that all callers can make it. */
const about = (body: object): Pick<Row, "own" | "missing"> => ({
  own: async (world) => ({ ...(await createZone(world)), body }),
  missing: { ...missingZone, body },
});

const change = { changes: [{ action: "set", name: "www", type: "A", values: ["192.0.2.1"] }] };
const zoneFile = { zoneFile: "www A 192.0.2.1\n", mode: "merge" };
const creation: Pick<Row, "own" | "missing" | "except"> = {
  own: async ({ workspace }) => ({ body: { name: await workspace.addDomain() } }),
  // Who has a name isn't told to those who don't: it can't be created, as any that isn't proved.
  except: { other_workspace: 409, key_of_other_workspace: 409 },
};
const deletion: Pick<Row, "own" | "missing"> = {
  own: async (world) => {
    const { path } = await createZone(world);
    return { path: path ?? {}, body: { confirmName: path?.zoneName } };
  },
  missing: { ...missingZone, body: { confirmName: unknownName } },
};
const restore: Pick<Row, "own" | "missing"> = {
  own: async (world) => {
    const { path } = await createZone(world);
    const { cookie } = world.workspace.owner;
    const changes = `/zones/${path?.zoneName}/changes`;
    await world.api.call({ method: "POST", path: changes, cookie, body: change });
    return { ...withVersion({ path: path ?? {} }), body: {} };
  },
  missing: { ...withVersion(missingZone), body: {} },
};
const asPreview = (row: Pick<Row, "own" | "missing" | "except">): TrpcRow => ({
  ...overTrpc("zones:write", row),
  changesNothing: true,
});
const overTrpc = (right: TrpcRow["right"], row: Pick<Row, "own" | "missing" | "except">): TrpcRow => ({
  ...row,
  right,
  success: 200,
});

export const zoneRows: Rows = {
  rest: {
    listZones: { success: 200 },
    createZone: { success: 201, ...creation },
    getZone: { success: 200, ...read },
    deleteZone: { success: 204, ...deletion },
    listRecords: { success: 200, ...read },
    changeRecords: { success: 201, ...about(change) },
    // Without If-Match, which a row can't send.
    replaceRecords: { success: 428, ...about({ records: [] }) },
    importRecords: { success: 201, ...about(zoneFile) },
    exportZoneFile: { success: 200, ...read },
    listZoneVersions: { success: 200, ...read },
    getZoneVersion: { success: 200, ...readVersion },
    restoreZoneVersion: { success: 201, ...restore },
    getZonePublication: { success: 200, ...read },
  },
  trpc: {
    "zones.list": overTrpc("zones:read", {}),
    "zones.create": overTrpc("zones:write", creation),
    "zones.get": overTrpc("zones:read", read),
    "zones.delete": overTrpc("zones:write", deletion),
    "zones.records": overTrpc("zones:read", read),
    "zones.change": overTrpc("zones:write", about(change)),
    "zones.import": overTrpc("zones:write", about(zoneFile)),
    "zones.versions": overTrpc("zones:read", read),
    "zones.version": overTrpc("zones:read", readVersion),
    "zones.restore": overTrpc("zones:write", restore),
    "zones.publication": overTrpc("zones:read", read),
    "zones.page": overTrpc("zones:read", {}),
    "zones.hosting": overTrpc("zones:read", {}),
    // Of a name without a zone, the answer is that there is none.
    "zones.find": overTrpc("zones:read", { own: async () => ({ body: { zoneName: unknownName } }) }),
    "zones.content": overTrpc("zones:read", read),
    "zones.previewCreation": asPreview(creation),
    "zones.previewChange": asPreview(about(change)),
    "zones.previewImport": asPreview(about(zoneFile)),
    "zones.previewRestore": asPreview(restore),
  },
};
