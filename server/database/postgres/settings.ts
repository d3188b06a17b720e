import { totalmem } from 'node:os'

const MB = 1024 * 1024

/** Bytes of memory this process may count on: the machine's, or the container's limit when that is lower. */
export function usableMemory(): number {
  const limit = process.constrainedMemory()
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem()
}

/**
 * PostgreSQL settings that fit a machine with `memoryBytes` of memory that it shares with the app itself,
 * a browser and whatever else a laptop runs. Sizes grow with the memory and stop where a laptop has no use for more.
 */
export function settingsFor(memoryBytes: number): Record<string, string> {
  const share = (divisor: number, leastMB: number, mostMB: number) =>
    `${Math.min(mostMB, Math.max(leastMB, Math.floor(memoryBytes / divisor / MB)))}MB`
  return {
    shared_buffers: share(4, 64, 1024),
    effective_cache_size: share(2, 128, 16 * 1024),
    work_mem: share(256, 4, 32),
    maintenance_work_mem: share(16, 64, 512),
    // An index keeps the space of its pending list. 64 MB cost as much CPU.
    gin_pending_list_limit: '16MB',
    // 64 with small temp_buffers fails with "no empty local buffer"; these two belong together.
    effective_io_concurrency: '8',
    temp_buffers: '128MB',
    max_wal_size: '4GB',
    max_connections: '100',
    random_page_cost: '1.1',
    jit: 'off',
    // Statements end soon after their client was killed. Windows cannot tell.
    ...(process.platform === 'win32' ? {} : { client_connection_check_interval: '2s' }),
    // Containers give /dev/shm 64 MB, on which parallel joins fail. macOS allows only few segments of this kind.
    ...(process.platform === 'linux' ? { dynamic_shared_memory_type: 'sysv' } : {}),
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    // Rows and statements hold personal data, which may not reach the log.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
  }
}
