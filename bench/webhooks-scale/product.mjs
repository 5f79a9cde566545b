// In JavaScript, since the API's sources have compiler options of their own.
export { publicId } from "@zonepost/api/ids";
export { createPartitionSweep } from "@zonepost/api/partitions";
export { webhookPartitions } from "@zonepost/api/webhooks";
export { previewCatchUp } from "@zonepost/api/webhooks/catch-up";
export { claimDeliveries, noProgress } from "@zonepost/api/webhooks/claim";
export { completeDeliveries } from "@zonepost/api/webhooks/complete";
export { getHealth } from "@zonepost/api/webhooks/health";
export { listDeliveries } from "@zonepost/api/webhooks/log";
export { listMissedEvents } from "@zonepost/api/webhooks/missed";
