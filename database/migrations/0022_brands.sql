-- White label: the brand of an organization, which its pages and emails show while its plan includes it.
create table brands (
  organization_id uuid primary key references organizations (id) on delete cascade,
  -- Null: the product's own.
  name text check (length(name) between 1 and 60),
  -- The color as it was chosen, red * 65536 + green * 256 + blue; themes show it with an adapted lightness.
  accent integer check (accent between 0 and 16777215),
  support_email text check (length(support_email) between 3 and 320),
  shows_powered_by boolean not null default true,
  -- Plain text at the beginning and the end of emails.
  email_intro text check (length(email_intro) between 1 and 300),
  email_signature text check (length(email_signature) between 1 and 300),
  -- Address that emails come from, with the key that signs them. It is used once its records are in the DNS.
  sender_address text check (length(sender_address) between 3 and 320),
  sender_selector text,
  sender_public_key text,
  -- Sealed private key, and the id of the key that opens it.
  sender_private_key bytea,
  sender_key_id text,
  -- State of the SPF, DKIM and DMARC record at the last look, when that was, and since when all were right.
  sender_spf text check (sender_spf in ('ok', 'missing', 'wrong', 'unknown')),
  sender_dkim text check (sender_dkim in ('ok', 'missing', 'wrong', 'unknown')),
  sender_dmarc text check (sender_dmarc in ('ok', 'missing', 'wrong', 'unknown')),
  sender_checked_at timestamptz,
  sender_verified_at timestamptz,
  updated_at timestamptz not null default now(),
  constraint brands_sender check (
    num_nulls(sender_address, sender_selector, sender_public_key, sender_private_key, sender_key_id) in (0, 5))
);
create index brands_sender_checked on brands (sender_checked_at) where sender_address is not null;

-- Pictures of a brand: always PNG files that this server encoded.
create table brand_images (
  organization_id uuid not null references organizations (id) on delete cascade,
  kind text not null check (kind in ('logo', 'favicon')),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  bytes bytea not null check (length(bytes) between 1 and 1048576),
  width integer not null check (width between 1 and 1024),
  height integer not null check (height between 1 and 1024),
  -- Themes on whose background the picture hardly shows, so that it needs a tile behind it.
  faint_on_dark boolean not null default false,
  faint_on_light boolean not null default false,
  -- A favicon made from the logo, which a new logo replaces.
  is_derived boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (organization_id, kind)
);
alter table brand_images alter column bytes set storage external;

call protect_tenant_tables('brands', 'brand_images');
