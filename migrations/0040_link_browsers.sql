-- A sign-in link goes on by itself only in the browser that asked for it: the SHA-256 of that browser's cookie.
alter table magic_link_tokens add column browser text;
