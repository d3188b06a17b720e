// Field names of the older API's answers, written from the entities of the specification (section 3) alone.

/** A paged list. */
const paged = ['data', 'total', 'pages', 'page', 'limit', 'sort_by', 'order']

export const olderFields = {
  paged,
  profile: ['id', 'fields', 'labels', 'created_at', 'updated_at'],
  profileField: ['id', 'name', 'display_name', 'data_type', 'type', 'value'],
  mappingQuery: [
    ...['data_source_name', 'mapping_query_groups', 'status', 'data_frame_total', 'created_at', 'updated_at'],
    'data_source_type',
  ],
  mappableField: ['id', 'field_name', 'display_name', 'data_type', 'field_type'],
  column: ['id', 'name'],
  log: ['status', 'error', 'stats', 'created_at'],
  dataFrame: [...paged, 'file_id', 'file_name', 'file_size', 'file_type', 'settings'],
  record: ['record_no', 'data', 'change', 'status', 'error'],
  activityField: [
    ...['id', 'field_name', 'display_name', 'field_type', 'data_type', 'status', 'created_at', 'updated_at'],
  ],
  activityType: ['id', 'name', 'description', 'field_count', 'fields', 'created_at', 'updated_at'],
  broadcasts: ['results', 'total'],
  target: ['total', 'target'],
  usage: ['limit', 'usage', 'schedule'],
  summary: [
    ...['record_total', 'record_range', 'result_total', 'pending_total', 'profile_total', 'profile_range'],
    ...['record_add_range', 'record_update_range', 'record_duplicate_range', 'record_error_range'],
  ],
  series: ['name', 'total', 'values'],
  label: [
    ...['id', 'name', 'note', 'color', 'type', 'target_count', 'display_enabled', 'reference_labels', 'created_at'],
    'updated_at',
  ],
  exported: ['export_id', 'file_name', 'file_type', 'status', 'progress', 'url', 'timestamp'],
  provider: ['name', 'name_th'],
}
