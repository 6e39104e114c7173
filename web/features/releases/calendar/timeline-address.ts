/** Returns the address of the timeline with the home screen at a time. @param time ISO 8601 */
export const timelineAddress = (time: string): string =>
  `/releases?view=timeline&at=${encodeURIComponent(time)}`;
