// Stands in for a table whose primary key is the event's ID. In production, use `insert … on conflict do nothing` in the
// same transaction as your changes.
const events = new Map<string, unknown>();

/**
 * Stores an event before the response, so that a crash afterward loses nothing. Deliveries can arrive more than once:
 * a repeated event is not stored again.
 */
export async function storeEvent(text: string): Promise<void> {
  const event = JSON.parse(text);
  if (events.has(event.id)) {
    console.log(`repeated: ${event.id}`);
    return;
  }
  events.set(event.id, event);
  // The sender waits at most 15 seconds for the response, so slow work comes later.
  setImmediate(() => console.log(`${event.type} ${event.id}`));
}
