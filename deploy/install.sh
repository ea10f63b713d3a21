#!/bin/sh
# Puts the site on a fresh Debian 12 or 13, from a clone of its repository: sudo deploy/install.sh. Each step looks for
# what is there and adds what is missing, so that it can be run again at any time. docs/operations.md explains it.
set -eu
umask 022

# Only tests set it: a folder in place of the root of the file system.
root=${B4M_ROOT:-}
settings=$root/etc/b4m/b4m.env
state=$root/var/lib/b4m
here=$(cd "$(dirname "$0")/.." && pwd)

usage() {
  cat <<'TEXT'
Usage: deploy/install.sh [--settings <file>] [--from <file of b4m export> | --restore-latest]

  --settings        takes these lines NAME=value into /etc/b4m/b4m.env; what they leave open is asked for at a terminal
  --from            continues the site of another machine, with its data, settings and keys
  --restore-latest  continues a lost machine's site from its bucket; needs BACKUP_KEY among the settings
TEXT
}

say() { printf '%s\n' "$*"; }
fail() {
  printf 'install.sh: %s\n' "$*" >&2
  exit 1
}
step() { printf '\n== %s\n' "$*"; }

# --- Settings: lines NAME=value, which systemd, Node and these scripts read alike.

has() { grep -q "^$1=." "$settings"; }
setting() {
  sed -n "s/^$1=//p" "$settings" | tail -n 1 | sed "s/^'\(.*\)'\$/\1/; s/^\"\(.*\)\"\$/\1/"
}

# Replaces or appends a line; the rest of the file stays as it is.
put_line() {
  (umask 077 && { grep -v "^$1=" "$settings" || true; } >"$settings.new")
  printf '%s\n' "$2" >>"$settings.new"
  cat "$settings.new" >"$settings"
  rm "$settings.new"
}

put() {
  case $2 in
    *"'"*) fail "$1 must not contain the character ' (in an address it is written %27)" ;;
    *[!A-Za-z0-9_./:@,%+=-]*) put_line "$1" "$1='$2'" ;;
    *) put_line "$1" "$1=$2" ;;
  esac
}

default() { has "$1" || put "$1" "$2"; }

take_settings() {
  number=0
  while IFS= read -r line || [ -n "$line" ]; do
    number=$((number + 1))
    name=${line%%=*}
    case $line in
      '' | '#'*) continue ;;
      [A-Z]*=*) case $name in *[!A-Z0-9_]*) fail "$1, line $number is not NAME=value" ;; esac ;;
      *) fail "$1, line $number is not NAME=value" ;;
    esac
    [ "$(sed -n "/^$name=/p" "$settings")" = "$line" ] || put_line "$name" "$line"
  done <"$1"
}

# Asks at a terminal for what is not set yet. The third argument says what an empty answer means.
ask() {
  if has "$1" || [ ! -t 0 ]; then return 0; fi
  printf '%s (%s): ' "$2" "$3"
  read -r answer
  [ -z "$answer" ] || put "$1" "$answer"
}

ask_for_settings() {
  ask SITE_URL "Public address of the site, such as https://b4m.example" "required"
  ask SITE_NAME "Name of the site" "empty: B4M"
  ask SITE_SUPPORT_EMAIL "Address for questions, on pages and in emails" "empty: a sample"
  ask SITE_POSTAL_ADDRESS "Postal address, in one line, which emails must have" "empty: a sample"
  ask SITE_TIME_ZONE "Time zone, such as Europe/Berlin" "empty: America/Los_Angeles"
  ask OPERATOR_EMAILS "Email addresses of those who run the competition" "required, separated by commas"
  ask SMTP_URL "Mail server, such as smtps://user:password@smtp.example:465" "empty: emails are kept as files"
  if has SMTP_URL; then ask MAIL_FROM "Sender of emails, such as B4M <hello@b4m.example>" "required"; fi
  ask BACKUP_S3_BUCKET "Bucket for encrypted backups" "empty: no copy leaves this machine"
  if has BACKUP_S3_BUCKET; then
    ask BACKUP_S3_ENDPOINT "Address of the bucket's store" "empty: Amazon's"
    ask BACKUP_S3_REGION "Its region" "empty: us-east-1"
    ask BACKUP_S3_ACCESS_KEY_ID "Id of the access key" "required"
    ask BACKUP_S3_SECRET_ACCESS_KEY "Its secret" "required"
  fi
  ask HEARTBEAT_URL "Address that a monitoring service watches" "empty: nobody notices when this machine is gone"
  for name in SITE_URL OPERATOR_EMAILS; do
    has "$name" || fail "$name is not set: give it in a file with --settings, or run this at a terminal"
  done
  case $(setting SITE_URL) in
    https://*[!a-z0-9.-]* | https://) fail "SITE_URL must be https:// and a host name in lower case, without a path" ;;
    https://*) ;;
    *) fail "SITE_URL must begin with https://" ;;
  esac
  default NODE_ENV production
  default HOST 127.0.0.1
  default PORT 3000
  default TRUST_PROXY 1
  default DATA_DIR "$state/data"
}

# --- The machine

check_machine() {
  [ "$(id -u)" = 0 ] || fail "run it as root"
  version=$(sed -n 's/^VERSION_ID="\(.*\)"/\1/p' "$root/etc/os-release")
  case $version in 12 | 13) ;; *) say "This is tried on Debian 12 and 13 only; here is ${version:-something else}." ;; esac
  memory=$(awk '/^MemTotal:/ { print int($2 / 1024) }' "$root/proc/meminfo")
  [ "$memory" -ge 900 ] || fail "the site needs 1 GB of memory; this machine has $memory MB"
  free=$(df --output=avail --block-size=1M "$root/" | tail -n 1 | tr -d ' ')
  [ "$free" -ge 6000 ] || [ -e "$root/opt/b4m/current" ] || fail "6 GB have to be free; $free MB are"
}

install_packages() {
  export DEBIAN_FRONTEND=noninteractive
  apt-get update --quiet
  apt-get install --quiet --yes --no-install-recommends ca-certificates caddy curl git ufw unattended-upgrades xz-utils
}

add_user() { # name, home
  getent passwd "$1" >/dev/null || useradd --system --user-group --home-dir "$2" --shell /usr/sbin/nologin "$1"
}

# The build takes 1.2 GB for a minute.
add_swap() {
  [ "$memory" -lt 2000 ] && [ "$(wc -l <"$root/proc/swaps")" -le 1 ] || return 0
  if [ ! -e "$root/swapfile" ]; then
    fallocate --length 2G "$root/swapfile.new"
    chmod 600 "$root/swapfile.new"
    mkswap --quiet "$root/swapfile.new"
    mv "$root/swapfile.new" "$root/swapfile"
  fi
  swapon "$root/swapfile"
  grep -q '^/swapfile ' "$root/etc/fstab" || say "/swapfile none swap sw 0 0" >>"$root/etc/fstab"
}

close_ports() {
  if [ "$(setting B4M_FIREWALL)" = off ]; then return 0; fi
  # Whoever runs this over SSH must not be locked out.
  ports=$(sshd -T 2>/dev/null | awk '/^port / { print $2 }') || true
  for port in ${ports:-22}; do ufw limit "$port/tcp"; done
  ufw allow 80/tcp
  ufw allow 443/tcp
  ufw allow 443/udp
  ufw --force enable
}

set_up_proxy() {
  file=$root/etc/caddy/Caddyfile
  mkdir -p "$root/etc/caddy"
  sed "s|{\$SITE_URL}|$(setting SITE_URL)|; s|{\$UPSTREAM:[^}]*}|127.0.0.1:$(setting PORT)|" "$here/deploy/Caddyfile" \
    >"$file.new"
  if cmp --silent "$file.new" "$file"; then
    rm "$file.new"
    return
  fi
  caddy validate --adapter caddyfile --config "$file.new" || fail "Caddy refuses the configuration in $file.new"
  [ ! -e "$file" ] || [ -e "$file.before-b4m" ] || mv "$file" "$file.before-b4m"
  mv "$file.new" "$file"
  systemctl reload-or-restart caddy
}

copy_source() {
  repository=$(setting B4M_REPOSITORY)
  if [ -z "$repository" ]; then repository=$(git -C "$here" remote get-url origin 2>/dev/null || say "$here"); fi
  if [ -e "$root/opt/b4m/source.git" ]; then
    git --git-dir="$root/opt/b4m/source.git" remote set-url origin "$repository"
  else
    git clone --quiet --mirror "$repository" "$root/opt/b4m/source.git"
  fi
}

# What b4m export packed.
unpack() {
  [ ! -e "$root/opt/b4m/current" ] || fail "there is a site on this machine already"
  install -d -m 700 -o b4m -g b4m "$state/arrived" "$state/data"
  tar --extract --no-same-owner --directory "$state/arrived" --file "$1"
  chown --recursive b4m: "$state/arrived"
  [ ! -e "$state/arrived/backup-key.txt" ] || mv "$state/arrived/backup-key.txt" "$state/data/backup-key.txt"
}

given='' from='' latest=''
while [ $# -gt 0 ]; do
  case $1 in
    --settings) given=${2:?--settings needs a file} && shift ;;
    --from) from=${2:?--from needs a file} && shift ;;
    --restore-latest) latest=--restore-latest ;;
    *) usage >&2 && exit 2 ;;
  esac
  shift
done

step "Packages"
check_machine
install_packages

step "Users and folders"
add_user b4m /var/lib/b4m
add_user b4m-build /var/cache/b4m
install -d -m 755 "$root/opt/b4m" "$root/opt/b4m/releases" "$root/etc/systemd/system" "$root/usr/local/sbin"
install -d -m 750 -o b4m -g b4m "$state"
install -d -m 750 -o b4m-build -g b4m-build "$root/var/cache/b4m"
install -d -m 750 -o root -g b4m "$root/etc/b4m"
install -d -m 700 "$root/root"
add_swap

step "Settings"
[ -e "$settings" ] || install -m 640 -o root -g b4m /dev/null "$settings"
if [ -n "$from" ]; then
  unpack "$from"
  take_settings "$state/arrived/b4m.env"
fi
[ -z "$given" ] || take_settings "$given"
ask_for_settings
say "They are in $settings; after a change: systemctl restart b4m"

step "Firewall and proxy"
close_ports
set_up_proxy

step "The site"
copy_source
install -m 755 "$here/deploy/b4m" "$root/usr/local/sbin/b4m"
if [ -n "$from" ]; then
  "$root/usr/local/sbin/b4m" update "$(cat "$state/arrived/commit")" --restore "$state/arrived/site.tar.gz"
  rm -rf "$state/arrived"
else
  "$root/usr/local/sbin/b4m" update ${latest:+"$latest"}
fi
systemctl enable b4m

step "DNS"
say "Enter what is missing, then ask again with: b4m run dns --dkim <selector> --spf <mechanism>"
"$root/usr/local/sbin/b4m" run dns || true

step "Done"
say "The site is $(setting SITE_URL). Sign up there with an address of OPERATOR_EMAILS to become its operator."
