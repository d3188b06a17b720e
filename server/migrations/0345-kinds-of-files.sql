-- The true kind of a file that is read as a table (type xlsx). Servers before it read those of other kinds as damaged workbooks.
alter table file add column kind text
  check (kind in ('xlsx', 'xls', 'xlsb', 'ods', 'excel_xml', 'html', 'dbf', 'vcard', 'json', 'json_lines'));
