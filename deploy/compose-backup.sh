#!/bin/sh
# The service "backup" of compose.yaml: a dump of the database and then the files of members, now and once a day. In that
# order every row has its file. Dumps older than BACKUP_KEEP_DAYS are removed. With --once it ends after one backup.
set -eu
umask 077
folder=${BACKUP_FOLDER:-/backups}
files=${FILES_FOLDER:-/data/files}
keep=${BACKUP_KEEP_DAYS:-14}

back_up() {
  name=b4m-$(date -u +%Y-%m-%dT%H-%M-%SZ).dump
  pg_dump --format custom --file "$folder/$name.part" || return 1
  # Rights in the dump refer to roles, which belong to the whole server.
  pg_dumpall --roles-only --no-role-passwords --file "$folder/roles.sql" || return 1
  # A dump whose table of contents cannot be read is no backup.
  pg_restore --list "$folder/$name.part" >"$folder/contents.part" || return 1
  rm "$folder/contents.part"
  mv "$folder/$name.part" "$folder/$name"
  if [ -d "$files" ]; then
    mkdir -p "$folder/files"
    # Files never change. What a member erased is removed here as well.
    cp -R -n "$files/." "$folder/files/" || return 1
    (cd "$folder/files" && find . -type f) | while IFS= read -r path; do
      [ -e "$files/$path" ] || rm "$folder/files/$path"
    done
  fi
  find "$folder" -maxdepth 1 -name 'b4m-*.dump' -mtime "+$((keep - 1))" -exec rm {} +
  find "$folder" -maxdepth 1 -name '*.part' -mmin +1440 -exec rm {} +
  echo "Backup written to $folder/$name."
}

if [ "${1:-}" = --once ]; then
  back_up
  exit
fi
while :; do
  newest=$(find "$folder" -maxdepth 1 -name 'b4m-*.dump' -mmin -1430 | head -n 1)
  # A failure is tried again in five minutes; without a dump the service becomes unhealthy.
  [ -n "$newest" ] || back_up || echo "The backup failed."
  sleep 300 &
  wait $!
done
