// After kill -9 another worker takes the job once its heartbeat is 10 s old; pg-boss asks for no less.
const survivesKill = { heartbeatSeconds: 10, retryLimit: 1000, retryDelay: 1, expireInSeconds: 24 * 3600, notify: true }

/** All queues, created by the migration. Never rename one: an installation may have jobs waiting in it. */
export const queues = {
  'file-load': survivesKill,
  'file-remove': survivesKill,
  'data-source-run': survivesKill,
  'sample-store': survivesKill,
  'store-job': survivesKill,
  'segment-calculate': survivesKill,
  mail: survivesKill,
  export: survivesKill,
  // One queued job per store, in addition to the active one.
  ingest: { ...survivesKill, policy: 'short' },
  // One queued for each store.
  'channel-names': { ...survivesKill, policy: 'short' },
  'chat-replies': survivesKill,
  // One queued for each channel.
  broadcast: { ...survivesKill, policy: 'short' },
  // One queued for each store.
  'menu-moves': { ...survivesKill, policy: 'short' },
} as const
