// In JavaScript, since the API's sources have compiler options of their own.
export { emit } from "@zonepost/api/webhooks";
