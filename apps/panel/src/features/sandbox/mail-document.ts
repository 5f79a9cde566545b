/**
 * A mail as its frame shows it: links lead the whole window on, and its styles carry the nonce of the page, whose
 * policy the frame inherits.
 */
export function mailDocument(html: string, nonce: string | undefined): string {
  return html
    .replace("<head>", '<head><base target="_top">')
    .replaceAll("<style>", nonce ? `<style nonce="${nonce}">` : "<style>");
}
