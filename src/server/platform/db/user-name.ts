/** SQL for the name of a user: the email address stands for a missing one. */
export function userNameSql(alias: string): string {
  return `coalesce(nullif(trim(concat_ws(' ', ${alias}.first_name, ${alias}.last_name)), ''), ${alias}.email)`
}
