/**
 * A mail's HTML for its frame: links open in the top window, and styles get the page's nonce, because the frame
 * inherits the page's policy.
 */
export function mailDocument(html: string, nonce: string | undefined): string {
  return html
    .replace("<head>", '<head><base target="_top">')
    .replaceAll("<style>", nonce ? `<style nonce="${nonce}">` : "<style>");
}
