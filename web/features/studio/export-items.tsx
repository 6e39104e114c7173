export function ExportItems() {
  return null;
}
