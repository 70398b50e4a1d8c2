/**
 * What tells the installation apart in numbers and names that its whole database shares. That of `public` is empty, as in
 * releases that knew no other schema.
 */
export const installationNames = {
  number: "case current_schema() when 'public' then 0 else hashtext(current_schema()) end",
  suffix:
    "case current_schema() when 'public' then '' else '_' || current_schema()::regnamespace::oid end",
} as const;
