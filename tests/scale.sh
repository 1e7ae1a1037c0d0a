#!/usr/bin/env bash
# Tournaments on several machines: 200 games in 8 parts by GNU parallel and by a Slurm array job, with workers killed and
# requeued, give the same table as one run, with no game twice; a sequential test over parts ends all of them.
# tests/scale.sh [parallel|slurm...], by default both. A scheduler that cannot be installed is skipped with a message.
set -euo pipefail
cd "$(dirname "$0")/.."

target=${CARGO_TARGET_DIR:-target}
[ -n "${PROGRAMS_BUILT-}" ] || cargo build --locked --quiet --package tests --bins
scratch=$(mktemp -d)
daemons=()
trap 'for pid in "${daemons[@]}"; do kill "$pid" 2>/dev/null && wait "$pid" || :; done; rm -rf "$scratch"' EXIT
root=$PWD
export NINUKI
NINUKI=$(realpath "$target/debug/ninuki_under_test")
stub=$(realpath "$target/debug/stub_engine")
cd "$scratch"

left_out() { printf 'LEFT OUT: %s\n' "$*" >&2; }
fail() { printf 'FAILED: %s\n' "$*" >&2; exit 1; }

# has PROGRAM PACKAGE...: the program is there, or can be installed.
has() {
    local program=$1
    shift
    PATH=$PATH:/usr/sbin command -v "$program" >/dev/null && return
    [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || return 1
    { apt-get install -qy --no-install-recommends "$@" || { apt-get update -q && apt-get install -qy \
        --no-install-recommends "$@"; }; } >/dev/null 2>&1
    PATH=$PATH:/usr/sbin command -v "$program" >/dev/null
}

options=(--rules freestyle --games 200 --engine "cmd=\"$stub seed=1 think=2\" name=one"
    --engine "cmd=\"$stub seed=2 think=2\" name=other")
sequential=(--rules freestyle --sprt "elo0=0 elo1=300" --engine "cmd=\"$stub seed=3 think=5\" name=one"
    --engine "cmd=\"$stub seed=4 think=5 mode=crash-move at=9\" name=other")
"$NINUKI" tournament "${options[@]}" --journal whole.jsonl >whole.txt 2>/dev/null

# compare NAME: the parts together are the tournament.
compare() {
    local name=$1 twice
    "$NINUKI" tournament report "$name".*.jsonl >"$name.txt" || fail "$name: status $?"
    diff whole.txt "$name.txt" || fail "$name: the table is not that of one run"
    twice=$(sed -n 's/^{"game":\([0-9]*\),.*/\1/p' "$name".*.jsonl | sort | uniq -d | wc -l)
    [ "$twice" = 0 ] || fail "$name: $twice games are there twice"
    "$NINUKI" tournament merge "$name".*.jsonl --into "$name-merged.jsonl"
    "$NINUKI" tournament "${options[@]}" --journal "$name-merged.jsonl" 2>/dev/null | diff whole.txt - ||
        fail "$name: the merged journal is not that of one run"
}

# decided NAME: a test over parts ended all of them.
decided() {
    local name=$1 status=0
    [ -e "$name.stop" ] || fail "$name: no part has decided"
    "$NINUKI" tournament report "$name".*.jsonl >"$name.txt" || status=$?
    grep -q 'H1 accepted' "$name.txt" && [ "$status" = 3 ] || fail "$name: status $status, $(tail -1 "$name.txt")"
    echo "$name: $(cat "$name.stop"), $(cat "$name".*.jsonl | grep -c '^{"game"') games by all parts"
}

# The number of a worker that plays a part of a tournament, a different one each time.
worker() { pgrep -f "^$NINUKI tournament .*$1.*--shard" | shuf -n 1 || :; }

# kill_some NAME N: kills N workers in the middle of their work.
kill_some() {
    local pid killed=0
    for _ in $(seq "$2"); do
        sleep 0.7
        pid=$(worker "$1")
        [ -z "$pid" ] || { kill -KILL "$pid" 2>/dev/null && killed=$((killed + 1)); } || :
    done
    [ "$killed" -gt 0 ] || fail "$1: no worker was there to be killed"
    echo "$1: $killed workers killed"
}

parallel_() {
    has parallel parallel || { left_out "GNU parallel: it cannot be installed here"; return 0; }
    PARALLEL_OPTIONS="-j 8" "$root/package/cluster/parallel.sh" 8 "${options[@]}" --journal many.jsonl \
        >many.log 2>&1 &
    local runner=$!
    kill_some many.jsonl 4
    wait "$runner" || fail "parallel: $(tail -3 many.log)"
    compare many
    PARALLEL_OPTIONS="-j 4" "$root/package/cluster/parallel.sh" 4 "${sequential[@]}" --journal decides.jsonl \
        >decides.log 2>&1 || fail "parallel: $(tail -3 decides.log)"
    decided decides
    echo "GNU parallel: as one run"
}

slurm_start() {
    local host
    host=$(hostname -s)
    mkdir -p state spool
    cat >slurm.conf <<CONF
ClusterName=test
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
AuthType=auth/munge
StateSaveLocation=$scratch/state
SlurmdSpoolDir=$scratch/spool
SlurmctldPidFile=$scratch/slurmctld.pid
SlurmdPidFile=$scratch/slurmd.pid
SlurmctldLogFile=$scratch/slurmctld.log
SlurmdLogFile=$scratch/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=batch_sched_delay=1,sched_interval=1,requeue_delay=1
MinJobAge=600
KillWait=2
ReturnToService=2
SlurmdParameters=config_overrides
NodeName=$host NodeAddr=127.0.0.1 CPUs=8 State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP OverSubscribe=FORCE:8
CONF
    export SLURM_CONF=$scratch/slurm.conf PATH=$PATH:/usr/sbin
    [ -e /etc/munge/munge.key ] || { mkdir -p /etc/munge; dd if=/dev/urandom of=/etc/munge/munge.key bs=1024 count=1 \
        status=none; chown -R munge: /etc/munge; chmod 400 /etc/munge/munge.key; }
    mkdir -p /run/munge && chown munge: /run/munge
    if ! pgrep -x munged >/dev/null; then
        runuser -u munge -- munged --foreground >/dev/null 2>&1 &
        daemons+=($!)
        sleep 1
    fi
    slurmctld -D -f "$SLURM_CONF" >/dev/null 2>&1 &
    daemons+=($!)
    slurmd -D -f "$SLURM_CONF" >/dev/null 2>&1 &
    daemons+=($!)
    for _ in $(seq 60); do
        sinfo -h -o %T 2>/dev/null | grep -q idle && return 0
        sleep 0.5
    done
    return 1
}

# slurm_wait JOB: waits until all tasks have ended well.
slurm_wait() {
    for _ in $(seq 240); do
        [ -n "$(squeue -h -j "$1" 2>/dev/null)" ] || break
        # A requeued task would wait for two minutes.
        for task in $(squeue -h -j "$1" -t PENDING -o %i 2>/dev/null); do
            scontrol update "JobId=$task" StartTime=now 2>/dev/null || :
        done
        sleep 0.5
    done
    local ended
    ended=$(scontrol show job "$1" -o 2>/dev/null | grep -o 'JobState=[A-Z]*' | sort | uniq -c | tr '\n' ' ')
    echo "slurm: $ended"
    [[ "$ended" =~ ^\ *[0-9]+\ JobState=COMPLETED\ *$ ]] || fail "slurm: job $1: $ended"
}

slurm() {
    has slurmctld slurm-wlm munge || { left_out "Slurm: it cannot be installed here"; return 0; }
    slurm_start || { left_out "Slurm: it does not start here: $(tail -2 slurmctld.log slurmd.log 2>/dev/null)"; return 0; }
    local job requeued=
    job=$(sbatch --parsable --array=1-8 --output=slurm-%a.log "$root/package/cluster/slurm.sh" "${options[@]}" \
        --journal cluster.jsonl)
    for task in 2 5 7; do
        sleep 1
        scontrol requeue "${job}_$task" 2>/dev/null && requeued+=" $task" || :
    done
    [ -n "$requeued" ] || fail "slurm: no task was there to be requeued"
    echo "slurm: tasks requeued:$requeued"
    slurm_wait "$job"
    compare cluster
    job=$(sbatch --parsable --array=1-4 --output=sprt-%a.log "$root/package/cluster/slurm.sh" "${sequential[@]}" \
        --journal ends.jsonl)
    slurm_wait "$job"
    decided ends
    echo "Slurm: as one run"
}

[ $# -gt 0 ] || set -- parallel slurm
for what in "$@"; do
    case $what in
        parallel) parallel_ ;;
        slurm) slurm ;;
        *) echo "error: there is no $what, but parallel and slurm" >&2; exit 2 ;;
    esac
done
